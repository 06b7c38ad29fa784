BEGIN
{
	x = (void *)arg0 + 1;
}
/* expect: D_OP_VFPTR 3:19 */
