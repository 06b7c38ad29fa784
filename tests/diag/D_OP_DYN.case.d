BEGIN
{
	@a = count();
	x = @a + 1;
}
/* expect: D_OP_DYN 4:9 */
