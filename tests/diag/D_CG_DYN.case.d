BEGIN
{
	args;
}
/* expect: D_CG_DYN 3:2 */
