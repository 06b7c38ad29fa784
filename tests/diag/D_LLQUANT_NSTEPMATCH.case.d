BEGIN
{
	@ = llquantize(1, 10, 0, 6, 10);
	@ = llquantize(1, 10, 0, 6, 20);
}
/* expect: D_LLQUANT_NSTEPMATCH 4:30 */
