typedef int (*fn_t)(int);
BEGIN
{
	x = *(fn_t)arg0;
}
/* expect: D_DEREF_FUNC 4:6 */
