#pragma D
#pragma D nosuch
#pragma D option
#pragma D option a b
#pragma D attributes Stable foo
#pragma D attributes Stable/Stable/Wrong foo
#pragma D attributes Stable/Stable/Common
#pragma D attributes Stable/Stable/Common provider x what
#pragma D binding 1 x
#pragma D binding "1.0"
#pragma D depends_on nothing x
BEGIN { }
