BEGIN
{
	@ = llquantize(1, 10, -1, 6, 10);
}
/* expect: D_LLQUANT_LOWVAL 3:24 */
