BEGIN
{
	@ = lquantize(1, 0, 10, pid);
}
/* expect: D_LQUANT_STEPTYPE 3:26 */
