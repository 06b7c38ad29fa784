BEGIN
{
	@ = lquantize(1, 0, 10, 0);
}
/* expect: D_LQUANT_STEPVAL 3:26 */
