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
show $DTRACE syscall:::entry
show $DTRACE -s syscall:::entry
show $DTRACE -32 -en BEGIN
show $DTRACE -33 -en BEGIN
show $DTRACE -z global -n BEGIN
show $DTRACE -b no -n BEGIN
show $DTRACE -x nosuch -n BEGIN
show $DTRACE -x bufsize=x -n BEGIN
show $DTRACE -p x -n BEGIN
$DTRACE -V | sed 's/[0-9.]*$/VERSION/'
$DTRACE -x help | head -1
show $DTRACE --explain D_NOSUCH
# Long options are other names of the letters; --help lists all flags of the table, and so does the
# manual.
$DTRACE --version | sed 's/[0-9.]*$/VERSION/'
$DTRACE --quiet --name 'BEGIN { printf("%d\n", $1); exit(3); }' 7; echo "--name: $?"
$DTRACE --buffer-size 1m --compile-only; echo "only options: $?"
for wrong in --no-such -y -qy -n --name --e; do $DTRACE $wrong 2>&1 | head -n 1; done
$DTRACE --help > help; echo "--help: $?"
for flag in $(sed -n "s/^    {'\([A-Za-z]\)', \(\"[^\"]*\"\|NULL\).*/-\1=\2/p" "$SRCDIR/../../../src/cli/flags.c" | grep -v NULL); do
	grep -q -- "  ${flag%%=*}, --$(cut -d'"' -f2 <<<"$flag") " help || echo "--help says nothing of $flag"
done
grep -c '^  -' help | awk '{ print ($1 > 30 ? "all flags" : $1 " flags") }'
sed -n '/^Exit status/,$p' help
