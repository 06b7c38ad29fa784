BEGIN
{
	@ = lquantize(1, 0, 10, 11);
}
/* expect: D_LQUANT_STEPLARGE 3:6 */
