/* expect: D_PRAGMA_MALFORM 3:1 malformed #pragma D metric */
/* expect: D_PRAGMA_MALFORM 4:1 malformed #pragma D option */
#pragma D metric @a help="open
#pragma D option execname="open
BEGIN
{
	@a = sum(1);
}
