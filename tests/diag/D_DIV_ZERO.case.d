BEGIN
{
	x = 5 / (3 - 3);
	y = pid % 0;
	z = 1;
	z /= 0;
}
/* expect: D_DIV_ZERO 3:8 */
/* expect: D_DIV_ZERO 4:10 */
/* expect: D_DIV_ZERO 6:4 */
