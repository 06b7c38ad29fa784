/* Floating-point numbers become integers only by a cast. */
/* expect: D_AGG_SCALAR 16:11 avg( ) argument #1 must be of scalar type, not "double" */
/* expect: D_KEY_TYPE 17:4 expression of type "double" may not be used as a key */
/* expect: D_OP_INCOMPAT 19:8 "int" = "double" */
/* expect: D_OP_INCOMPAT 20:8 "int" += "double" */
/* expect: D_OP_INCOMPAT 21:7 "double" %= "int" */
/* expect: D_OP_INT 22:11 operator & requires operands of integral type */
/* expect: D_OP_SCALAR 23:6 a condition must be of scalar type */
/* expect: D_PROTO_ARG 24:10 "int64_t" expected, "double" passed */
double real;

BEGIN
/pid/
{
	real = 3;
	@a = avg(real);
	@[real] = count();
	whole = 1;
	whole = real;
	whole += real;
	real %= 2;
	x = real & 1;
	y = real ? 1 : 2;
	lltostr(real);
}
