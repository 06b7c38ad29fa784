/* expect: D_SYNTAX 2:13 floating-point constants are not permitted */
BEGIN { x = 1.5; }
