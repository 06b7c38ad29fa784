BEGIN
{
	@ = llquantize(1, 10, 0, pid, 10);
}
/* expect: D_LLQUANT_HIGHTYPE 3:27 */
