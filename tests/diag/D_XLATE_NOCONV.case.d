struct i { int a; };
struct o { int b; int c; };
translator struct o < struct i *p > { b = p->a; };
BEGIN
{
	x = xlate <struct o> ((struct i *)arg0).b;
	x = xlate <struct o> ((struct i *)arg0).c;
}
/* expect: D_XLATE_NOCONV 7:42 */
