BEGIN
{
	printf("%*d", "a", 1);
}
/* expect: D_PRINTF_DYN_TYPE 3:16 */
