BEGIN
{
	x = strlen;
}
/* expect: D_IDENT_BADREF 3:6 */
