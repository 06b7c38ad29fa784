BEGIN
{
	@ = lquantize(1, pid, 10);
}
/* expect: D_LQUANT_BASETYPE 3:19 */
