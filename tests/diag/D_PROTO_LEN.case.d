BEGIN
{
	x = strlen();
}
/* expect: D_PROTO_LEN 3:6 0 args passed, 1 expected */
