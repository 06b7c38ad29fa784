/* expect: D_INT_OFLOW 2:13 integer constant 18446744073709551616 cannot be represented in any built-in integral type */
BEGIN { x = 18446744073709551616; }
