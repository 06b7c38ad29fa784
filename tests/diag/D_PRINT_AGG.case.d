BEGIN
{
	@a = count();
	print(@a);
}
/* expect: D_PRINT_AGG 4:8 */
