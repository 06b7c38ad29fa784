BEGIN
{
	@ = lquantize(1, 0, 10);
	@ = lquantize(1, 1, 10);
}
/* expect: D_LQUANT_MATCHBASE 4:19 */
