BEGIN
{
	tracemem(arg0, 0);
}
/* expect: D_TRACEMEM_SIZE 3:17 */
