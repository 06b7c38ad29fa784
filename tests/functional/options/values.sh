# SPDX-License-Identifier: BSD-2-Clause
#
# Values: what is refused names what is permitted, rates are clamped with a note.
set_to()
{
	"$DTRACE" -e -x "$1" -n BEGIN 2>&1
}
for value in nosuch=1 strsize=1 bufsize=12q bufpolicy=foo nspec=-1 aggrate=x quiet=maybe libdir; do
	set_to $value
done
for value in cleanrate=1ns cleanrate=1h aggrate=1ns statusrate=1h switchrate=10 switchrate=1h; do
	set_to $value
done
for value in iregs=8 zone=global lockmem=1m aggpercpu; do
	set_to $value
done
"$DTRACE" -en '#pragma D option debug' -n BEGIN 2>&1 | head -1
"$DTRACE" -x tree=3 -en 'BEGIN { trace(1 + 2); }' 2>&1
"$DTRACE" -qn 'BEGIN { setopt("bufsize", "1m"); setopt("nosuch"); setopt("iregs", "8"); exit(0); }' 2>&1
