/* A mistake in the clause that aggregates is not followed by one about printa(). */
BEGIN
{
	@a[nosuch, pid] = count();
	@b[pid] = sum(nosuch);
}
END
{
	printa("%s %d %@d\n", @a);
	printa("%d %@d\n", @b);
}
/* expect: D_IDENT_UNDEF 4:5 failed to resolve nosuch */
/* expect: D_IDENT_UNDEF 5:16 failed to resolve nosuch */
