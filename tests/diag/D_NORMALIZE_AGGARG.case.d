BEGIN
{
	normalize(1, 2);
}
/* expect: D_NORMALIZE_AGGARG 3:12 */
