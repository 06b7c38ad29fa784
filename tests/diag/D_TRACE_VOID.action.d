/* A call without a value, where a value is required: each context reports its own tag. */
BEGIN
{
	@a = count();
	trace(printf("x"));
	x = strlen(exit(0));
	@[printf("x")] = count();
	printf("%d", exit(0));
	trace(stringof(exit(0)));
	trace(-exit(0));
	clear(count());
	normalize(count(), 1);
	y = trace(1);
}
/* expect: D_TRACE_VOID 5:8 trace( ) may not be applied to a void expression */
/* expect: D_PROTO_ARG 6:13 strlen( ) argument #1 is incompatible with prototype */
/* expect: D_KEY_TYPE 7:4 expression of type "void" may not be used as a key */
/* expect: D_PRINTF_ARG_TYPE 8:15 printf( ) argument #2 is incompatible with conversion %d */
/* expect: D_STRINGOF_TYPE 9:8 cannot convert expression of type "void" to a string */
/* expect: D_OP_ARITH 10:8 operator - requires an operand of arithmetic type */
/* expect: D_CLEAR_AGGARG 11:8 clear( ) argument #1 must be an aggregation */
/* expect: D_NORMALIZE_AGGARG 12:12 normalize( ) argument #1 must be an aggregation */
/* expect: D_OP_INCOMPAT 13:4 an expression of type "void" cannot be assigned to a variable */
