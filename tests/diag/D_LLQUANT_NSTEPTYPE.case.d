BEGIN
{
	@ = llquantize(1, 10, 0, 6, pid);
}
/* expect: D_LLQUANT_NSTEPTYPE 3:30 */
