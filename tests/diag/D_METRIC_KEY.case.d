/* expect: D_METRIC_KEY 7:1 a metric has no key colour */
/* expect: D_METRIC_KEY 8:1 range of @b must be LOW..HIGH, two numbers that ascend */
/* expect: D_METRIC_KEY 9:1 name of @c must be a name */
/* expect: D_METRIC_KEY 10:1 sum of @d must be without a value */
/* expect: D_METRIC_KEY 11:1 limit of @e must be a number from 1 to 1000000 */
/* expect: D_METRIC_KEY 12:1 kind of @ must be counter, gauge, histogram or none */
#pragma D metric @a colour=red
#pragma D metric @b range=7..3
#pragma D metric @c name="two words"
#pragma D metric @d sum=yes
#pragma D metric @e limit=0
#pragma D metric @ kind=summary
BEGIN
{
	@a = sum(1);
	@b = quantize(1);
	@c = sum(1);
	@d = quantize(1);
	@e = sum(1);
	@ = sum(1);
}
