BEGIN
{
	printf(execname);
}
/* expect: D_PRINTF_ARG_FMT 3:9 */
