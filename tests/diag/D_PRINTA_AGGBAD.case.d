BEGIN
{
	printa(@a);
}
/* expect: D_PRINTA_AGGBAD 3:9 undefined aggregation: @a */
