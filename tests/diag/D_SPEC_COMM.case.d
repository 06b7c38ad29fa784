BEGIN
{
	commit(1);
	speculate(2);
}
/* expect: D_SPEC_COMM 4:2 */
