BEGIN
{
	x = sizeof (void);
}
/* expect: D_SIZEOF_TYPE 3:6 */
