/* expect: D_SYNTAX 2:9 syntax error near "while" */
BEGIN { while (1) x; }
