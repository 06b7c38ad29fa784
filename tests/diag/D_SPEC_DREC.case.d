BEGIN
{
	trace(1);
	speculate(2);
}
/* expect: D_SPEC_DREC 4:2 */
