BEGIN
{
	freopen("..");
}
/* expect: D_FREOPEN_INVALID 3:2 */
