int a[4];
BEGIN
{
	a[4] = 1;
}
/* expect: D_ARR_BOUNDS 4:3 */
