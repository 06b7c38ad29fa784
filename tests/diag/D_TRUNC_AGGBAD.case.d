BEGIN
{
	trunc(@a);
}
/* expect: D_TRUNC_AGGBAD 3:8 */
