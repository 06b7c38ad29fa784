struct s { int a:3; };
BEGIN
{
	x = offsetof(struct s, a);
}
/* expect: D_OFFSETOF_BITFIELD 4:6 */
