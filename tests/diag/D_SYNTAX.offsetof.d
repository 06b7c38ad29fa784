/* expect: D_SYNTAX 5:27 expected a member name near "4" */
struct s { int a; };
BEGIN
{
	trace(offsetof(struct s, 4));
}
