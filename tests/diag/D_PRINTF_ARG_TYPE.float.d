/* expect: D_PRINTF_ARG_TYPE 5:17 float, double or long double expected, "int" passed */
/* expect: D_PRINTF_ARG_TYPE 6:15 integer expected, "double" passed */
BEGIN
{
	printf("%.2f", 3);
	printf("%d", (double)3);
}
