# SPDX-License-Identifier: BSD-2-Clause
# What -x agghist, aggpack, aggzoom and encoding depend on and do not touch.
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

echo "== refused"
"$DTRACE" -qn "$program" -x encoding=latin1 2>&1
echo "[$?]"
