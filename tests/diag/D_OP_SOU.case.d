BEGIN
{
	x = pid.y;
}
/* expect: D_OP_SOU 3:10 */
