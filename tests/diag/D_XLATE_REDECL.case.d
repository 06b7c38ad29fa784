struct i { int a; };
struct o { int b; };
translator struct o < struct i *p > { b = p->a; };
translator struct o < struct i *p > { b = p->a; };
BEGIN
{
}
/* expect: D_XLATE_REDECL 4:1 */
