BEGIN
/state = 1/
{
	trace(state);
}
/* expect: W_ASSIGN_COND 2:8 */
