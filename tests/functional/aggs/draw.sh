# SPDX-License-Identifier: BSD-2-Clause
# engine: in the kernel, for stack()
# The conditions under which -x agghist, aggpack, aggzoom and encoding apply, and the output that
# they do not change.
. "$SRCDIR"/../cli/_common.sh

export LC_ALL=C
program='BEGIN { @q["k"] = quantize(8, 3); @q["k"] = quantize(1); @c["a"] = sum(1); @c["b"] = sum(2); exit(0); }'

echo "== blocks"
"$DTRACE" -qn "$program" -x agghist -x encoding=utf8

echo "== the locale decides for aggpack alone"
LC_ALL=C.UTF-8 "$DTRACE" -qn "$program" -x agghist -x aggpack
"$DTRACE" -qn "$program" -x agghist -x aggpack
LC_ALL=C.UTF-8 "$DTRACE" -qn "$program" -x aggpack -x encoding=ascii

echo "== setopt"
"$DTRACE" -qn 'BEGIN { @["k"] = sum(7); printa(@); setopt("agghist"); printa(@);
	setopt("aggzoom"); printa(@); setopt("agghist", "off"); printa(@); exit(0); }'

echo "== sorted as asked"
"$DTRACE" -qn "$program" -x agghist -x aggsortrev

echo "== a stack is a block before its line"
"$DTRACE" -qn 'BEGIN { @[stack(1), "k"] = count(); exit(0); }' -x agghist -x stacksymbols=off |
	sed 's/0x[0-9a-f]*/PC/'

echo "== json knows no drawing"
json() {
	"$DTRACE" -q -O json -n "$program" "$@" | sed 's/"time":[0-9]*,"cpu":[0-9]*//'
}
diff <(json) <(json -x agghist -x aggpack -x encoding=utf8) && echo same

echo "== values with units"
for units in none ns us ms s bytes; do
	"$DTRACE" -qn 'BEGIN { @ = quantize(1000); @ = quantize(0); exit(0); }' -x aggunits=$units |
		awk -v units=$units '/@/ { line = line " " $1 } END { print units ":" line }'
done
"$DTRACE" -qn 'BEGIN { @[1] = lquantize(2500, 0, 10000, 2500); @[1] = lquantize(-1, 0, 10000, 2500);
	@[1] = lquantize(10000, 0, 10000, 2500); exit(0); }' -x aggunits=us
"$DTRACE" -qn 'BEGIN { @q["a"] = quantize(-70000); @q["b"] = quantize(8ULL << 40); printa(@q); exit(0); }' \
	-x aggunits=bytes -x aggpack
"$DTRACE" -qn 'BEGIN { @ = llquantize(5000000000, 10, 0, 12, 10); setopt("aggunits", "ns"); printa("%@d", @); exit(0); }'

echo "== refused"
"$DTRACE" -qn "$program" -x aggunits=hours 2>&1
echo "[$?]"
"$DTRACE" -qn "$program" -x encoding=latin1 2>&1
echo "[$?]"
