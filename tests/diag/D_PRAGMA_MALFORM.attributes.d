/* expect: D_PRAGMA_MALFORM 2:1 malformed #pragma D attributes */
#pragma D attributes Stable pid
BEGIN { }
