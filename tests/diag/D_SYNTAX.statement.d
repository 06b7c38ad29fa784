/* expect: D_SYNTAX 2:13 syntax error near ";" */
BEGIN { x = ; }
