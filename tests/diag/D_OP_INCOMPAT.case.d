BEGIN
{
	x = "a";
	x = 1;
}
/* expect: D_OP_INCOMPAT 4:4 "string" = "int" */
