BEGIN
{
	x = pid[1];
	y[1] = 2;
	z = y;
}
/* expect: D_ARR_BADREF 3:9 */
/* expect: D_ARR_BADREF 5:6 */
