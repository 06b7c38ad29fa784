/* One mistake each; poison keeps them from causing more. */
BEGIN
{
	x = timestap;
	y = x + 1;
	trace(y);
	"a" * 2;
	pid = 1;
}
BEGIN
/execname/
{
	@a = count();
	@a = quantize(1);
}
