BEGIN
{
	tracemem(arg0, 8, 8, 8);
}
/* expect: D_TRACEMEM_ARGS 3:2 */
