BEGIN
{
	y = 1;
	x = &y;
}
/* expect: D_ADDROF_VAR 4:6 */
