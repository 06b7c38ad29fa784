/* expect: D_METRIC_KEY 3:1 name of @a is set twice */
/* expect: D_METRIC_KEY 4:1 sum of @b is set twice */
#pragma D metric @a name=x name=y
#pragma D metric @b sum help="a b" sum
BEGIN
{
	@a = sum(1);
	@b = quantize(1);
}
