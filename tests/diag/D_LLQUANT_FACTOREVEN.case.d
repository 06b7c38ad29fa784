BEGIN
{
	@ = llquantize(1, 10, 0, 6, 30);
}
/* expect: D_LLQUANT_FACTOREVEN 3:6 */
