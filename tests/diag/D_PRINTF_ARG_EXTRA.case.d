BEGIN
{
	printf("%d", 1, 2);
}
/* expect: D_PRINTF_ARG_EXTRA 3:18 */
