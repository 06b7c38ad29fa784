/* expect: D_PRAGCTL_INVAL 2:1 invalid line number in #line: x */
#line x
BEGIN { }
