/* expect: D_STR_NL 2:15 newline encountered in string literal */
BEGIN { trace("open); }
END { }
