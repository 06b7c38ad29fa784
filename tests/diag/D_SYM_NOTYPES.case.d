BEGIN
{
	x = `jiffies;
	y = (uintptr_t)&`jiffies;
}
/* expect: D_SYM_NOTYPES 3:6 */
