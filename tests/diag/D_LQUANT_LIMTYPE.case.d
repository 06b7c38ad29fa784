BEGIN
{
	@ = lquantize(1, 0, pid);
}
/* expect: D_LQUANT_LIMTYPE 3:22 */
