/* expect: D_PRAGMA_MALFORM 2:1 malformed #pragma D depends_on */
#pragma D depends_on x y
BEGIN { }
