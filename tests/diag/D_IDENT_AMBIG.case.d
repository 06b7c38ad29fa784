enum color { RED, GREEN };
int RED;
BEGIN
{
	x = RED;
}
/* expect: D_IDENT_AMBIG 5:6 */
