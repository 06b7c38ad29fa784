BEGIN
{
	@ = lquantize(1, 1 << 40, 10);
}
/* expect: D_LQUANT_BASEVAL 3:21 */
