struct s { int a:3; };
BEGIN
{
	x = &((struct s *)arg0)->a;
}
/* expect: D_ADDROF_BITFIELD 4:6 */
