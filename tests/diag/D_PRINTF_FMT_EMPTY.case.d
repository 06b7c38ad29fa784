BEGIN
{
	printf("");
}
/* expect: D_PRINTF_FMT_EMPTY 3:9 */
