struct s { int a:3; };
struct s v;
BEGIN
{
	x = sizeof (v.a);
}
/* expect: D_SIZEOF_BITFIELD 5:6 */
