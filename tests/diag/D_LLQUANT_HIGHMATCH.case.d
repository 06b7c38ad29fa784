BEGIN
{
	@ = llquantize(1, 10, 0, 6, 10);
	@ = llquantize(1, 10, 0, 7, 10);
}
/* expect: D_LLQUANT_HIGHMATCH 4:27 */
