/* expect: D_PRAGCTL_INVAL 2:1 invalid file name in #line: "open */
#line 30 "open
BEGIN
{
	exit(0);
}
