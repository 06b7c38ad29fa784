struct s { int a; };
struct s v;
BEGIN
{
	x = stringof(v);
}
/* expect: D_STRINGOF_TYPE 5:6 */
