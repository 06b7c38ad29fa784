/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
/* percentile(): its numbers, weights, also of more than 64 bits in all, keys in the order of p99, every action on aggregations. */
BEGIN
{
	@ = percentile(1);
	@ = percentile(3, 97);
	@ = percentile(1000);
	@ = percentile(5000000);
	@keys["slow", 1] = percentile(1600000, 2);
	@keys["fast", 1] = percentile(300, 1000);
	@keys["fast", 2] = percentile(300, 3);
	@keys["negative", 1] = percentile(-7);
	@keys["negative", 1] = percentile(-1LL << 63);
	@keys["large", 1] = percentile(1LL << 44, 2);
	@keys["large", 1] = percentile((1LL << 44) - 1);
	@number["fast", 1] = sum(20);
	@changed = percentile(10, 5);
	@changed = percentile(10, -7);
	@changed = percentile(40, 3);
	printa(@);
	printa("%@d\n", @);
	printa("%@10d|%@x\n", @);
	printa(@keys);
	printa("%s %d: %@d\n", @keys);
	printa(@changed);
	printa(@keys, @number);
	normalize(@keys, 100);
	trunc(@keys, 3);
	printa(@keys);
	denormalize(@keys);
	setopt("aggunits", "ns");
	setopt("aggsortkey");
	printa(@keys);
	trunc(@keys, -1);
	clear(@);
	printa(@keys);
	printa(@);
	@huge = percentile(1, 0x7fffffffffffffff);
	@huge = percentile(10, 0x7fffffffffffffff);
	@huge = percentile(100, 0x7fffffffffffffff);
	@debt = percentile(1, -0x7fffffffffffffff);
	@debt = percentile(10, -0x7fffffffffffffff);
	@debt = percentile(100, 5);
	printa("%@d\n", @huge);
	printa("%@d\n", @debt);
	exit(0);
}
