BEGIN
{
	clear(1);
}
/* expect: D_CLEAR_AGGARG 3:8 */
