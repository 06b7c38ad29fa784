BEGIN
{
	x = 1, trace(1);
	count();
	this->y = (1, exit(0)) ? 1 : 2;
}
/* expect: D_CG_EXPR 3:9 action trace( ) may not be used inside an expression */
/* expect: D_CG_EXPR 4:2 aggregating function count( ) may only be assigned */
/* expect: D_OP_SCALAR 5:14 a condition must be of scalar type */
