/* expect: D_INT_DIGIT 2:13 invalid digit <8> in integer constant 089 */
BEGIN { x = 089; }
