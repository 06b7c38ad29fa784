/* expect: D_PDESC_INVAL 2:1 "pid$nosuch:::entry": Undefined macro variable in probe description */
pid$nosuch:::entry { }
