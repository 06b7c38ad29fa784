BEGIN
{
	x = `nosuch_variable;
	y = (uintptr_t)&`nosuch_variable;
}
/* expect: D_SYM_NOTYPES 3:6 */
