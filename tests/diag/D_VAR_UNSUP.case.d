BEGIN
{
	x = ipl;
}
/* expect: D_VAR_UNSUP 3:6 not available */
