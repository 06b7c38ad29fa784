BEGIN
{
	@a[1] = count();
	@b["x"] = count();
	printa(@a, @b);
}
/* expect: D_PRINTA_AGGKEY 5:2 */
