BEGIN
{
	a = b;
	b = a;
	x = x + 1;
}
/* expect: D_IDENT_UNDEF 3:6 failed to resolve b */
/* expect: D_IDENT_UNDEF 5:6 failed to resolve x */
