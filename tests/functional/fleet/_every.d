/*
 * Every aggregating function over random values, each of which is also a record.
 */
#pragma D option nowarn
int64_t v;
tick-1ms
/i < 200/
{
	i++;
	v = (int64_t)(rand() % 20000) - 3000;
	printf("%d %d\n", i % 3, v);
	@cnt[i % 3] = count();
	@sum[i % 3] = sum(v);
	@avg[i % 3] = avg(v);
	@min[i % 3] = min(v);
	@max[i % 3] = max(v);
	@dev[i % 3] = stddev(v);
	@qua[i % 3] = quantize(v);
	@lin[i % 3] = lquantize(v, -1000, 5000, 100);
	@log[i % 3] = llquantize(v, 10, 0, 3, 10);
	@pct[i % 3] = percentile(v);
	@named["a \"name\"\n", probename, stack(3), (uint8_t)200] = count();
}
tick-1ms
/i >= 200/
{
	normalize(@sum, 7);
	normalize(@qua, 7);
	exit(0);
}
