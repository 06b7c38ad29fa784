BEGIN
{
	@ = llquantize(1, 10, 0, 6, 10);
	@ = llquantize(1, 10, 1, 6, 10);
}
/* expect: D_LLQUANT_LOWMATCH 4:24 */
