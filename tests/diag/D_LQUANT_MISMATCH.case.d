BEGIN
{
	@ = lquantize(1, 10, 0);
}
/* expect: D_LQUANT_MISMATCH 3:6 */
