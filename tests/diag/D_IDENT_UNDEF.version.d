/* flags: -x version=1.4 */
#pragma D binding "1.5" newer
inline int newer = 1;
inline int older = 2;
#pragma D binding "1.4" older

BEGIN
{
	trace(older);
	trace(newer);
}
/* expect: D_IDENT_UNDEF 10:8 failed to resolve newer */
