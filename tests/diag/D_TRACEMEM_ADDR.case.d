BEGIN
{
	tracemem("abc", 8);
}
/* expect: D_TRACEMEM_ADDR 3:11 */
