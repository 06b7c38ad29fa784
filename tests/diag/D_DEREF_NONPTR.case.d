BEGIN
{
	x = *pid;
}
/* expect: D_DEREF_NONPTR 3:6 */
