BEGIN
{
	printa("%d", 1);
}
/* expect: D_PRINTA_AGGARG 3:15 */
