BEGIN
{
	speculate(1);
	exit(0);
}
/* expect: D_EXIT_SPEC 4:2 */
