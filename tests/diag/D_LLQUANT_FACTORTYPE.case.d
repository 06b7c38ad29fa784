BEGIN
{
	@ = llquantize(1, pid, 0, 6, 10);
}
/* expect: D_LLQUANT_FACTORTYPE 3:20 */
