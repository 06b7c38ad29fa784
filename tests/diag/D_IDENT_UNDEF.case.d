BEGIN
{
	trace(timestap);
}
/* expect: D_IDENT_UNDEF 3:8 failed to resolve timestap */
