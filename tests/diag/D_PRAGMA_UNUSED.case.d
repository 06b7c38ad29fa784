#pragma D attributes Evolving/Evolving/Common nosuch
#pragma D binding "1.2" neither
#pragma D attributes Evolving/Evolving/Common later
inline int later = 1;

BEGIN
{
	trace(later);
}
/* expect: D_PRAGMA_UNUSED 1:1 nothing declares nosuch */
/* expect: D_PRAGMA_UNUSED 2:1 nothing declares neither */
