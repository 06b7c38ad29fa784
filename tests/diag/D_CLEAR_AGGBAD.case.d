BEGIN
{
	clear(@a);
}
/* expect: D_CLEAR_AGGBAD 3:8 */
