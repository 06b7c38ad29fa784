/* expect: D_PRAGMA_MALFORM 2:1 malformed #pragma D option */
#pragma D option
BEGIN { }
