BEGIN
{
	normalize(@a, 2);
}
/* expect: D_NORMALIZE_AGGBAD 3:12 */
