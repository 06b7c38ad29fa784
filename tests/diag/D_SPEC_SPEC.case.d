BEGIN
{
	speculate(1);
	speculate(2);
}
/* expect: D_SPEC_SPEC 4:2 */
