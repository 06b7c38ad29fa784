BEGIN
{
	pid(1);
}
/* expect: D_FUNC_IDKIND 3:2 */
