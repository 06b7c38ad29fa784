BEGIN
{
	x = &5;
}
/* expect: D_ADDROF_LVAL 3:6 */
