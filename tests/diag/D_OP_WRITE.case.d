BEGIN
{
	pid = 3;
}
/* expect: D_OP_WRITE 3:6 may not modify builtin variable pid */
