BEGIN
{
	printf("%*d");
}
/* expect: D_PRINTF_DYN_PROTO 3:2 */
