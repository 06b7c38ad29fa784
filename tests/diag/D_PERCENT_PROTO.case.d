BEGIN
{
	@ = percentile(1, 2, 3);
}
/* expect: D_PERCENT_PROTO 3:6 */
