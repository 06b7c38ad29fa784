/* expect: D_METRIC_KIND 5:1 kind=counter does not fit @a, which is aggregated by max( ) */
/* expect: D_METRIC_KIND 6:1 a unit does not fit @b, which is aggregated by count( ) */
/* expect: D_METRIC_KIND 7:1 sum does not fit @c, which is aggregated by avg( ) */
/* expect: D_METRIC_KIND 8:1 the keys of @d contain a stack, which is no label */
#pragma D metric @a kind=counter
#pragma D metric @b unit=ns
#pragma D metric @c sum
#pragma D metric @d kind=counter
BEGIN
{
	@a = max(1);
	@b = count();
	@c = avg(1);
	@d[stack()] = count();
}
