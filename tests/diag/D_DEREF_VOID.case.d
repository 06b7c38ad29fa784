BEGIN
{
	x = *(void *)arg0;
}
/* expect: D_DEREF_VOID 3:6 */
