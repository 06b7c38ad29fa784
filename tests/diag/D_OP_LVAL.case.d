BEGIN
{
	5 = 6;
}
/* expect: D_OP_LVAL 3:4 */
