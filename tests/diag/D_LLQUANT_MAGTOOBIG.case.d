BEGIN
{
	@ = llquantize(1, 10, 0, 30, 10);
}
/* expect: D_LLQUANT_MAGTOOBIG 3:6 */
