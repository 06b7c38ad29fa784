struct s { int a; };
struct s v;
BEGIN
{
	x = v.b;
}
/* expect: D_TYPE_MEMBER 5:8 b is not a member of struct s */
