BEGIN
{
	@ = lquantize(1, 0, 5000000000);
}
/* expect: D_LQUANT_LIMVAL 3:22 */
