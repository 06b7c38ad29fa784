BEGIN
/state = 1/
{
	trace(state);
}
/* expect: W_ASSIGN_COND 2:8 */

BEGIN
/(now = timestamp) && !(then = timestamp)/
{
	if (now = then)
		trace(now);
}
