/* expect: D_PRAGMA_SCOPE 2:1 cannot modify entity defined outside program scope: execname */
#pragma D attributes Stable/Stable/Common execname
BEGIN { }
