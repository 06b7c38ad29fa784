BEGIN
{
	@ = llquantize(1, 10, 6, 6, 10);
}
/* expect: D_LLQUANT_MAGRANGE 3:6 */
