BEGIN
{
	@ = llquantize(1, 10, 0, 70000, 10);
}
/* expect: D_LLQUANT_HIGHVAL 3:27 */
