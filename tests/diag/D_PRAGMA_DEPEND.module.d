/* expect: D_PRAGMA_DEPEND 3:1 program requires module nosuch */
#pragma D depends_on module vmlinux
#pragma D depends_on module nosuch
BEGIN { }
