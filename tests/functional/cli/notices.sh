# SPDX-License-Identifier: BSD-2-Clause
# Notices, the header, and what -q leaves.
. "$SRCDIR/_common.sh"
columns() { sed -E 's/^ +[0-9]+ +([0-9]+) /CPU \1 /'; }
echo 'BEGIN { trace("x"); }' >s.d
printf '#pragma D option quiet\nBEGIN { trace("x"); exit(0); }' >quiet.d
$DTRACE -w -s s.d -n 'BEGIN /1/ { exit(0); }' 2>&1 | columns
$DTRACE -q -w -s s.d -n 'BEGIN /1/ { exit(0); }' -c true 2>&1 | columns
$DTRACE -s quiet.d 2>&1 | columns
$DTRACE -n 'BEGIN {} BEGIN { trace(1); trace("s"); exit(0); }' 2>&1 | columns
# output:
# dtrace: script 's.d' matched 1 probe
# dtrace: description 'BEGIN ' matched 1 probe
# dtrace: allowing destructive actions
# CPU     ID                    FUNCTION:NAME
# CPU 1                           :BEGIN   x                                
# CPU 1                           :BEGIN 
#
# x
# x
# dtrace: description 'BEGIN ' matched 2 probes
# CPU     ID                    FUNCTION:NAME
# CPU 1                           :BEGIN 
# CPU 1                           :BEGIN         1  s                                
#
