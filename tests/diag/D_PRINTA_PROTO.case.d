BEGIN
{
	printa("%d");
}
/* expect: D_PRINTA_PROTO 3:2 */
