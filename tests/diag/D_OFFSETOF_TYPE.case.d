BEGIN
{
	x = offsetof(int, a);
}
/* expect: D_OFFSETOF_TYPE 3:6 */
