BEGIN
{
	@ = llquantize(1, 2, 0, 6, 4);
	@ = llquantize(1, 4, 0, 6, 4);
}
/* expect: D_LLQUANT_FACTORMATCH 4:20 */
