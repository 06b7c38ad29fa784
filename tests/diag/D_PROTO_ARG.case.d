BEGIN
{
	x = strlen(5);
}
/* expect: D_PROTO_ARG 3:13 */
