BEGIN
{
	x = "a" & 1;
}
/* expect: D_OP_INT 3:10 */
