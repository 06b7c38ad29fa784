# SPDX-License-Identifier: BSD-2-Clause
# Histograms of negative values: they are in the bucket of 0 and all above, or in those of a range below 0.
cd "$TMPDIR" || exit 1
cat >program.d <<'PROGRAM'
#pragma D metric @some range=-100..100
#pragma D metric @near range=-8..3
#pragma D metric @edge range=-1..7
BEGIN
{
	@powers = quantize(-1000000); @powers = quantize(-5); @powers = quantize(0); @powers = quantize(3);
	@near = quantize(-9); @near = quantize(-8); @near = quantize(-5); @near = quantize(-1); @near = quantize(4);
	@steps = lquantize(-150, -100, 100, 50); @steps = lquantize(-100, -100, 100, 50);
	@steps = lquantize(-1, -100, 100, 50); @steps = lquantize(100, -100, 100, 50);
	@some = lquantize(-150, -100, 100, 50); @some = lquantize(-50, -100, 100, 50);
	@edge = percentile(-1); @edge = percentile(0); @edge = percentile(8);
}
PROGRAM
"$DTRACE" -q -x aggrate=50ms -O prom=file -s program.d -o /dev/null \
	-c "bash -c 'until grep -q ^dtrace_edge_count.3 file; do :; done; cp file copy'" || exit 1
grep -E '^dtrace_[a-z]+_(bucket|count)' copy | grep -v 'le="[0-9]\{2,\}"} [34]'
# output:
# dtrace_powers_bucket{le="0"} 3
# dtrace_powers_bucket{le="1"} 3
# dtrace_powers_bucket{le="3"} 4
# dtrace_powers_bucket{le="7"} 4
# dtrace_powers_bucket{le="+Inf"} 4
# dtrace_powers_count 4
# dtrace_near_bucket{le="-8"} 2
# dtrace_near_bucket{le="-4"} 3
# dtrace_near_bucket{le="-2"} 3
# dtrace_near_bucket{le="-1"} 4
# dtrace_near_bucket{le="0"} 4
# dtrace_near_bucket{le="1"} 4
# dtrace_near_bucket{le="3"} 4
# dtrace_near_bucket{le="+Inf"} 5
# dtrace_near_count 5
# dtrace_steps_bucket{le="-101"} 1
# dtrace_steps_bucket{le="-51"} 2
# dtrace_steps_bucket{le="-1"} 3
# dtrace_steps_bucket{le="+Inf"} 4
# dtrace_steps_count 4
# dtrace_some_bucket{le="-51"} 1
# dtrace_some_bucket{le="-1"} 2
# dtrace_some_bucket{le="49"} 2
# dtrace_some_bucket{le="99"} 2
# dtrace_some_bucket{le="+Inf"} 2
# dtrace_some_count 2
# dtrace_edge_bucket{le="-1"} 1
# dtrace_edge_bucket{le="0"} 2
# dtrace_edge_bucket{le="1"} 2
# dtrace_edge_bucket{le="3"} 2
# dtrace_edge_bucket{le="7"} 2
# dtrace_edge_bucket{le="+Inf"} 3
# dtrace_edge_count 3
