BEGIN
{
	tracemem(arg0, 8, "a");
}
/* expect: D_TRACEMEM_DYNSIZE 3:20 */
