# SPDX-License-Identifier: BSD-2-Clause
#
# --merge of lines of three runs equals a model over all their records; so does a merge of merges. Files that are wrong are
# refused by their line.
for i in 1 2 3; do
	"$DTRACE" -q -O json -s _every.d >"$TMPDIR/$i" || exit 1
done
merge() { # FILE…: merged lines
	"$DTRACE" -O json --merge "$@"
}
merge "$TMPDIR"/[123] >"$TMPDIR/all"
cat "$TMPDIR"/[123] "$TMPDIR/all" | grep -v '^{"type":"exit"' | python3 _model.py | sed 's/ordered\|not ordered/-/'
merge "$TMPDIR"/[12] >"$TMPDIR/two"
merge "$TMPDIR/two" "$TMPDIR/3" | cmp - "$TMPDIR/all" && echo "the same in steps"
# Aggregations that have no values, extremes of 64 bits, sums beyond 64 bits of squares, keys of each kind.
"$DTRACE" -q -w -O json -n 'BEGIN { @m = min(1); clear(@m); @x = max(-9223372036854775807); @d = stddev(3000000000000000000);
	@d = stddev(-3000000000000000000); @k["\"é\\", -1, (uint8_t)255, (uint64_t)-1,
	func((uintptr_t)0)] = sum(-5); @q = quantize(-9223372036854775807); @q = quantize(0);
	@l = lquantize(5, 0, 10, 5, -3); exit(0); }' >"$TMPDIR/kinds"
merge "$TMPDIR/kinds" "$TMPDIR/kinds"
"$DTRACE" --merge "$TMPDIR/kinds" | head -5
"$DTRACE" --merge -x byhost "$TMPDIR/kinds" "$TMPDIR/kinds" | grep -c "^  $TMPDIR/kinds "
# Records are left out, and counted once. A command's output is not in the file of -o.
"$DTRACE" -q -O json -o "$TMPDIR/records" -c 'echo by the command' -n 'BEGIN { printf("one\n"); trace(2); } END { @n = count(); }'
"$DTRACE" --merge "$TMPDIR/records" "$TMPDIR/records" 2>&1
# Records of a clause that only exits have nothing to lose; others of exit() are left out.
"$DTRACE" -q -O json -n 'BEGIN { @n = count(); exit(0); }' >"$TMPDIR/exits"
"$DTRACE" --merge "$TMPDIR/exits" 2>&1
"$DTRACE" -q -O json -n 'BEGIN { @n = count(); printf("one"); exit(0); }' >"$TMPDIR/exits"
"$DTRACE" --merge "$TMPDIR/exits" 2>&1
# Wrong lines.
agg='{"type":"aggregation","name":"a","function":"%s","kinds":[%s],"normal":1%s,"entries":[{"keys":[%s],%s}]}\n'
wrong() { # FUNCTION KINDS MORE KEYS VALUE
	printf "$agg" "$@" >"$TMPDIR/wrong"
	"$DTRACE" --merge "$TMPDIR/wrong" 2>&1 | sed "s|$TMPDIR/||"
}
wrong count '"int32"' '' 1 '"value":4'
wrong count '"int32"' '' '"x"' '"value":4'
wrong count '"int32"' '' '1,2' '"value":4'
wrong count '"int33"' '' '1' '"value":4'
wrong count '"int32"' '' '99999999999999999999' '"value":4'
wrong nosuch '' '' '' '"value":4'
wrong avg '' '' '' '"value":4'
wrong stddev '' '' '' '"value":4,"count":1,"sum":4,"squares":"1x"'
wrong stddev '' '' '' '"value":4,"count":1,"sum":4,"squares":"999999999999999999999999999999999999999"'
wrong quantize '' '' '' '"buckets":[{"value":4,"count":1},{"value":2,"count":1}]'
wrong quantize '' '' '' '"buckets":[{"value":4}]'
wrong lquantize '' ',"parameters":[0,10]' '' '"buckets":[]'
wrong lquantize '' ',"parameters":[-2147483648,2147483647,1]' '' '"buckets":[]'
wrong llquantize '' ',"parameters":[10,0,3,9223372036854775807]' '' '"buckets":[]'
wrong count '"bytes"' '' '{"bytes":"0"}' '"value":4'
for text in '{' '[]' '{"type":1}' 'null' '{"type":"x"}x' '{"type":"\u0000"}' '{"type":"\ud800"}' $'{"type":"\xff"}' \
	$'{"type":"\e"}' '{"a":[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]}' '{"type":"x","n":01}' '{"type":"x",}' ''; do
	printf '%s\n' "$text" >"$TMPDIR/wrong"
	"$DTRACE" --merge "$TMPDIR/wrong" 2>&1 | sed "s|$TMPDIR/||"
done
{ printf "$agg" count '' '' '' '"value":4'; printf "$agg" sum '' '' '' '"value":4'; } >"$TMPDIR/wrong"
"$DTRACE" --merge "$TMPDIR/wrong" 2>&1 | sed "s|$TMPDIR/||"
"$DTRACE" --merge 2>&1
"$DTRACE" --merge "$TMPDIR/nosuch" 2>&1 | sed "s|$TMPDIR/||"
