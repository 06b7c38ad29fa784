/* A statement in front of else lacks its ';'. */
BEGIN
{
	if (pid == 1)
		trace(1)
	else
		trace(2);
	if (pid == 1) trace(3) else trace(4);
	trace(5) trace(6);
}
/* expect: D_SYNTAX 6:2 syntax error near "else" */
/* expect: D_SYNTAX 8:25 syntax error near "else" */
/* expect: D_SYNTAX 9:11 syntax error near "trace" */
