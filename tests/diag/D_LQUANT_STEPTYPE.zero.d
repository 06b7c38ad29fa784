BEGIN
{
	@a = lquantize(1, 0, 10, 0);
	@b = lquantize(1, 0, 10, -2);
}
/* expect: D_LQUANT_STEPTYPE 3:27 argument #4 (step) must be a positive integer constant */
/* expect: D_LQUANT_STEPTYPE 4:27 argument #4 (step) must be a positive integer constant */
