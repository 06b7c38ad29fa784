BEGIN
{
	@ = llquantize(1, 1, 0, 6, 10);
}
/* expect: D_LLQUANT_FACTORSMALL 3:6 */
