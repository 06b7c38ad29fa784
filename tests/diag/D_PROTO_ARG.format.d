string name;
BEGIN
{
	@a = count();
	printf(1);
	printf(name);
	printa(1);
	printa(name, @a);
	printa("%@d", 2);
}
/* expect: D_PROTO_ARG 5:9 a string constant is expected */
/* expect: D_PRINTF_ARG_FMT 6:9 a string constant is expected */
/* expect: D_PRINTA_AGGARG 7:9 printa( ) argument #1 must be an aggregation */
/* expect: D_PRINTF_ARG_FMT 8:9 printa( ) argument #1 must be a string constant */
/* expect: D_PRINTA_AGGARG 9:16 printa( ) argument #2 must be an aggregation */
