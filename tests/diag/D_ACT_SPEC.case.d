BEGIN
{
	speculate(1);
	system("date");
}
/* expect: D_ACT_SPEC 4:2 */
