BEGIN
{
	trunc(1);
}
/* expect: D_TRUNC_AGGARG 3:8 */
