/* expect: D_PDESC_INVAL 2:1 "a:b:c:d:e": Overspecified probe description */
a:b:c:d:e { }
