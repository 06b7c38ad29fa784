# SPDX-License-Identifier: BSD-2-Clause
# Each way to give a program; pieces run in the given order, wherever options are.
. "$SRCDIR/_common.sh"
echo 'BEGIN { printf("script "); }' >s.d
show $DTRACE -n 'BEGIN { printf("n "); }' -s s.d -n 'BEGIN { exit(0); }' -q
show $DTRACE -q -i '1 { printf("id\n"); exit(0); }'
show $DTRACE -q -P 'dtrace/probename == "BEGIN"/{ printf("provider\n"); exit(0); }'
show $DTRACE -q -m 'syscall:'$CALLS'/pid == $target/{ printf("module\n"); exit(0); }' -c true
show $DTRACE -q -f ''$CALLS':exit_group/pid == $target/{ printf("function\n"); exit(0); }' -c true
show $DTRACE -e -n a:b:c:d:e
show $DTRACE -e -i abc
show $DTRACE -e -i 0
show $DTRACE -e -n ''
show $DTRACE -n 'BEGIN / 1 /' -n 'BEGIN{ exit(3) }' -64 -x quiet
