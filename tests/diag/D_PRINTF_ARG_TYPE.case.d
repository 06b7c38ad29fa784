BEGIN
{
	printf("%s", 1);
	printf("%d", "a");
	printf("%ws", "a");
	printf("%I", 0x7f000001);
}
/* expect: D_PRINTF_ARG_TYPE 3:15 */
/* expect: D_PRINTF_ARG_TYPE 4:15 */
/* expect: D_PRINTF_ARG_TYPE 5:16 wchar_t [] expected, "string" passed */
/* expect: D_PRINTF_ARG_TYPE 6:15 string expected, "int" passed */
