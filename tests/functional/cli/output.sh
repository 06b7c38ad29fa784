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
