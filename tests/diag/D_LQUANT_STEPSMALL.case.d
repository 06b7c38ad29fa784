BEGIN
{
	@ = lquantize(1, 0, 100000);
}
/* expect: D_LQUANT_STEPSMALL 3:6 */
