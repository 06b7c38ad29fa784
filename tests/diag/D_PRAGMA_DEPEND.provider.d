/* expect: D_PRAGMA_DEPEND 3:1 program requires provider nosuch */
#pragma D depends_on provider syscall
#pragma D depends_on provider nosuch
BEGIN { }
