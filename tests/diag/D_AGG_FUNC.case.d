BEGIN
{
	@a = 5;
	@b = rand();
}
/* expect: D_AGG_FUNC 3:2 */
/* expect: D_AGG_FUNC 4:7 */
