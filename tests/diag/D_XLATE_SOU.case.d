BEGIN
{
	x = xlate <int> (arg0);
}
/* expect: D_XLATE_SOU 3:6 */
