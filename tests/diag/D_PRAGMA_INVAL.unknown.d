/* expect: D_PRAGMA_INVAL 2:1 invalid pragma: D nosuch */
#pragma D nosuch
BEGIN { }
