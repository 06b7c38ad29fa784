BEGIN
{
	@ = lquantize(1, 0, 10);
	@ = lquantize(1, 0, 20);
}
/* expect: D_LQUANT_MATCHLIM 4:22 */
