struct s { int a; };
struct s v;
BEGIN
{
	@a[v] = count();
}
/* expect: D_KEY_TYPE 5:5 */
