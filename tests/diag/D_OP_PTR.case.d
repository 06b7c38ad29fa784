BEGIN
{
	x = pid->y;
}
/* expect: D_OP_PTR 3:9 */
