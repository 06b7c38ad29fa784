BEGIN
{
	@ = llquantize(1, 10, pid, 6, 10);
}
/* expect: D_LLQUANT_LOWTYPE 3:24 */
