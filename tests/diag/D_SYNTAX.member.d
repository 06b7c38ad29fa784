/* expect: D_SYNTAX 5:10 expected a member name near "+" */
struct s { int a; } v;
BEGIN
{
	trace(v.+4);
}
