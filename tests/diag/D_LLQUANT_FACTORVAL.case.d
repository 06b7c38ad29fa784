BEGIN
{
	@ = llquantize(1, 70000, 0, 6, 10);
}
/* expect: D_LLQUANT_FACTORVAL 3:20 */
