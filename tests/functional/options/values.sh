# SPDX-License-Identifier: BSD-2-Clause
#
# Values: the refusal of a value names the permitted ones; rates are clamped, with a note under -v,
# oversized sizes are lowered; options without effect here are accepted.
set_to()
{
	"$DTRACE" -e -x $1 -n BEGIN 2>&1
}
# The first message is about sizes that are too large for any machine, the second for this machine.
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
# output:
# dtrace: failed to set -x nosuch: Invalid option name (-x help lists them)
# dtrace: failed to set -x strsize: Invalid value for specified option (a size such as 64k)
# dtrace: failed to set -x bufsize: Invalid value for specified option (a size such as 64k)
# dtrace: failed to set -x bufpolicy: Invalid value for specified option (switch, ring, fill)
# dtrace: failed to set -x nspec: Invalid value for specified option (a size such as 64k)
# dtrace: failed to set -x maxframes: Invalid value for specified option (1 to 2147483647)
# dtrace: failed to set -x aggrate: Invalid value for specified option (a time such as 100ms, or a frequency such as 10hz)
# dtrace: failed to set -x quiet: Invalid value for specified option (on or off)
# dtrace: failed to set -x libdir: Invalid value for specified option (it needs one)
# dtrace: cleaning rate reduced to 200us
# dtrace: cleaning rate increased to 60s
# dtrace: aggregation rate reduced to 1ms
# dtrace: status rate increased to 10s
# dtrace: switch rate reduced to 1ms
# dtrace: switch rate increased to 60s
# dtrace: failed to set -x zone: option is not available: Linux has no zones
# dtrace: buffer size lowered to 2g
# dtrace: speculation size lowered to 2g
# dtrace: string size lowered to 64k
# dtrace: number of speculations lowered to 65535
# dtrace: invalid probe specifier #pragma D option debug: failed to set option 'debug': Option cannot be used from within a D program
# (clause
#   (probe - - - "BEGIN")
#   (body
#     (do (call trace (+ 1 2)))))
# (clause
#   (probe - - - "BEGIN")
#   (body
#     (do (call trace 3))))
# dtrace: failed to set option 'bufsize' to '1m': Operation illegal when tracing is active
# dtrace: failed to set option 'nosuch' to '': Invalid option name (-x help lists them)
# dtrace: failed to set option 'zone' to '8': option is not available: Linux has no zones
#
