/* expect: D_PRAGMA_DEPEND 3:1 program requires library nosuch.d */
#pragma D depends_on library procfs.d
#pragma D depends_on library nosuch.d
BEGIN { }
