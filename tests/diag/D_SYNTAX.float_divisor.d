/* Only the constant is wrong, not a division by it. */
/* expect: D_SYNTAX 3:20 floating-point constants are not permitted */
BEGIN { trace(10 / 3.0); }
