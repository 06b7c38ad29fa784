BEGIN
{
	@ = llquantize(1, 10, 0, 6, 5);
}
/* expect: D_LLQUANT_FACTORNSTEPS 3:6 */
