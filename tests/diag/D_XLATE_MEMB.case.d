struct i { int a; };
struct o { int b; };
translator struct o < struct i *p > { b = p->a; q = p->a; };
BEGIN
{
}
/* expect: D_XLATE_MEMB 3:49 */
