BEGIN
{
	prinft("x");
}
/* expect: D_FUNC_UNDEF 3:2 undefined function name: prinft */
