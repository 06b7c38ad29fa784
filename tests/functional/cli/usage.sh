# SPDX-License-Identifier: BSD-2-Clause
# The command line itself: exit statuses 1 and 2, -V.
. "$SRCDIR/_common.sh"
$DTRACE >/dev/null 2>&1; echo "no program: $?"
$DTRACE -n >/dev/null 2>&1; echo "no argument: $?"
$DTRACE -y >/dev/null 2>&1; echo "no such option: $?"
show $DTRACE -V -l
for pair in "-A -G" "-G -h" "-h -l" "-l -A"; do
	$DTRACE $pair >/dev/null 2>&1; echo "$pair: $?"
done
show $DTRACE -32 -n BEGIN
show $DTRACE -z global -n BEGIN
show $DTRACE -b no -n BEGIN
show $DTRACE -x nosuch -n BEGIN
show $DTRACE -x bufsize=x -n BEGIN
show $DTRACE -p x -n BEGIN
$DTRACE -V | sed 's/[0-9.]*$/VERSION/'
$DTRACE -x help | head -1
show $DTRACE --explain D_NOSUCH
