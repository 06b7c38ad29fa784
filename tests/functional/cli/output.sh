# SPDX-License-Identifier: BSD-2-Clause
# -o appends, and creates nothing when the program is wrong.
. "$SRCDIR/_common.sh"
echo before >out
show $DTRACE -qn 'BEGIN { printf("one\n"); exit(0); }' -o out
show $DTRACE -qn 'BEGIN { printf("two\n"); @ = count(); exit(0); }' -o out
show $DTRACE -l -n BEGIN -o out
cat out
show $DTRACE -n 'BEGIN { nosuch(); }' -o none
show $DTRACE -n BEGIN -o none/none
show $DTRACE -n BEGIN -o .
show ls
# output:
# $ dtrace -qn BEGIN { printf("one\n"); exit(0); } -o out
# [0]
# $ dtrace -qn BEGIN { printf("two\n"); @ = count(); exit(0); } -o out
# [0]
# $ dtrace -l -n BEGIN -o out
# [0]
# before
# one
#
# two
#
#                 1
#    ID   PROVIDER            MODULE                          FUNCTION NAME
#     1     dtrace                                                     BEGIN
# $ dtrace -n BEGIN { nosuch(); } -o none
# 2> dtrace: invalid probe specifier BEGIN { nosuch(); }: in action list: undefined function name: nosuch
# 2> <program>:1:9: error: undefined function name: nosuch
# 2>     1 | BEGIN { nosuch(); }
# 2>       |         ^~~~~~
# [1]
# $ dtrace -n BEGIN -o none/none
# 2> dtrace: failed to open output file 'none/none': No such file or directory
# [1]
# $ dtrace -n BEGIN -o .
# 2> dtrace: failed to open output file '.': Is a directory
# [1]
# $ ls
# out
# stderr
# stdout
# [0]
