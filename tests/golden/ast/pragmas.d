#pragma D option quiet
#pragma D option bufsize=4m
#pragma	D  option aggsortkey=1
  #pragma D option define="a b"
#pragma D attributes Stable/Evolving/Common foo
#pragma D attributes Private/Private/Unknown provider bar args
#pragma D binding "1.2" foo
#pragma D depends_on module vmlinux
#pragma D depends_on library procfs.d
#pragma ident "ignored"
BEGIN { }
#pragma D option nosuchoption
#pragma D option nosuchoption=1
