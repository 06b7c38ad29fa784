# SPDX-License-Identifier: BSD-2-Clause
#
# Values: what is refused names what is permitted; rates are clamped, with a note under -v, sizes that
# are too large are lowered; what has no effect here is accepted.
set_to()
{
	"$DTRACE" -e -x $1 -n BEGIN 2>&1
}
# The first says what is too large for any machine, a second what is for this one.
first()
{
	set_to $1 | head -n 1
}
for value in nosuch=1 strsize=0 bufsize=12q bufpolicy=foo nspec=-1 maxframes=0 aggrate=x quiet=maybe libdir; do
	set_to $value
done
for value in cleanrate=1ns cleanrate=1h aggrate=1ns statusrate=1h switchrate=10 switchrate=1h; do
	set_to "$value -v" | grep rate
	set_to $value
done
for value in zone=global bufsize=100g specsize=100g strsize=1m nspec=1m; do
	first $value
done
for value in iregs=8 lockmem=1m aggpercpu late=dynamic lazyload; do
	set_to $value
done
"$DTRACE" -en '#pragma D option debug' -n BEGIN 2>&1 | head -1
"$DTRACE" -x tree=3 -en 'BEGIN { trace(1 + 2); }' 2>&1
"$DTRACE" -qn 'BEGIN { setopt("bufsize", "1m"); setopt("nosuch"); setopt("zone", "8"); exit(0); }' 2>&1
