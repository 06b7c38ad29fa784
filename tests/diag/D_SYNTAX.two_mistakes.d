/* expect: D_SYNTAX 3:13 syntax error near ";" */
/* expect: D_SYNTAX 4:10 expected ')' after the arguments near ";" */
BEGIN { x = ; }
END { y(1; z = 2 }
