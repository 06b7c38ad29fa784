BEGIN
{
	pid == 1 ? trace(1) : 1;
}
/* expect: D_OP_ACT 3:13 */
