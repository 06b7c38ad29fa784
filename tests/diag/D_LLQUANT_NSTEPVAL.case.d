BEGIN
{
	@ = llquantize(1, 10, 0, 6, 0);
}
/* expect: D_LLQUANT_NSTEPVAL 3:30 */
