BEGIN
{
	printf("%d %d", 1);
}
/* expect: D_PRINTF_ARG_PROTO 3:2 */
