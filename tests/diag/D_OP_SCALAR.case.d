BEGIN
{
	x = !"a";
}
/* expect: D_OP_SCALAR 3:6 */
