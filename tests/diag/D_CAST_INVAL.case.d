struct s { int a; };
BEGIN
{
	x = (struct s)1;
}
/* expect: D_CAST_INVAL 4:6 */
