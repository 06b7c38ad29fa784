BEGIN
{
	print(args);
}
/* expect: D_PRINT_DYN 3:8 */
