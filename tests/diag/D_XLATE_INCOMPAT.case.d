struct i { int a; };
struct o { int b; };
translator struct o < struct i *p > { b = "text"; };
BEGIN
{
	x = xlate <struct o> ((struct i *)arg0).b;
}
/* expect: D_XLATE_INCOMPAT 6:42 */
