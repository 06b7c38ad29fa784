BEGIN
{
	printf("%@d", 1);
}
/* expect: D_PRINTF_AGG_CONV 3:2 */
