/* expect: D_SYNTAX 2:10 syntax error near "{" */
BEGIN /1 { x = 1; }
