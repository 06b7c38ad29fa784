BEGIN
{
	x = 1;
	x == 2;
	trace(x);
	execname;
}
/* expect: W_NO_EFFECT 4:4 no effect */
/* expect: W_NO_EFFECT 6:2 no effect */
