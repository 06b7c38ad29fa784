/* expect: D_INT_DIGIT 2:13 invalid digit <l> in integer constant 5lll */
BEGIN { x = 5lll; }
