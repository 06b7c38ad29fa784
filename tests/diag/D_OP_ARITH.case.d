BEGIN
{
	x = "a" * 2;
}
/* expect: D_OP_ARITH 3:10 */
