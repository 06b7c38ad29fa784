/* expect: D_SYNTAX 2:11 syntax error near "//" */
BEGIN { } // no
