BEGIN
{
	@a[1] = count();
	printa(@a[1]);
}
/* expect: D_PRINTA_AGGPROTO 4:9 */
