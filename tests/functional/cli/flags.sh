# SPDX-License-Identifier: BSD-2-Clause
# Flags that say something or are refused with the reason; what each flag of a description matches.
. "$SRCDIR/_common.sh"
show $DTRACE -d -n BEGIN
show $DTRACE -z global -n BEGIN
show $DTRACE -32 -en BEGIN
show $DTRACE -33 -en BEGIN
show $DTRACE -64 -en BEGIN
show $DTRACE -L /nonexistent -en BEGIN
show $DTRACE -x syslibdir=/nonexistent -en BEGIN
show $DTRACE -i abc
show $DTRACE -i 4294967290
show $DTRACE -p abc -n BEGIN
show $DTRACE -p 4194305 -n BEGIN
show $DTRACE -c /nonexistent/command -n BEGIN
show $DTRACE -b 1z -n BEGIN
$DTRACE -V | sed "s,[0-9.]*$,VERSION,"
$DTRACE -V -v | grep -E '^(language|task storage|raw tracepoint programs|probes of (dtrace|syscall)):'
# A description may be followed by a predicate and an action, in any of the forms.
$DTRACE -x flowindent=no -q -P 'dtrace /probename == "BEGIN"/ { printf("-P "); }' -m 'dtrace: /probename == "BEGIN"/ { printf("-m "); }' \
	-i '1 { printf("-i "); }' -n 'BEGIN /1/ { printf("-n\n"); exit(0); }' 2>&1
$DTRACE -q -f ''$CALLS':getpriority /pid == $target/ { printf("-f %s:%s\n", probefunc, probename); }' -c nice 2>&1 | grep -v '^[0-9]*$'
