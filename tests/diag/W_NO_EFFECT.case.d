/* A variable alone does no harm, and scripts have such lines. */
BEGIN
{
	x = 1;
	x == 2;
	trace(x);
	execname;
	"text";
}
/* expect: W_NO_EFFECT 5:4 no effect */
/* expect: W_NO_EFFECT 8:2 no effect */
