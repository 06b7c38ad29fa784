BEGIN
{
	@ = lquantize(1, 0, 10, 2);
	@ = lquantize(1, 0, 10, 5);
}
/* expect: D_LQUANT_MATCHSTEP 4:26 */
