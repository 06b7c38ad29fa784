BEGIN
{
	@ = lquantize(1, 0, 100000, 65536);
}
/* expect: D_LQUANT_STEPVAL 3:30 */
