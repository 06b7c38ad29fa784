BEGIN
{
	@[usym(ucaller), 1] = count();
	@[ufunc(ucaller), 2] = count();
	@[umod(ucaller), 3] = count();
	@s[stack()] = count();
	@s[ustack()] = count();
}
/* expect: D_PROTO_ARG 5:4 usym( ) expected, umod( ) passed */
/* expect: D_PROTO_ARG 7:5 stack( ) expected, ustack( ) passed */
