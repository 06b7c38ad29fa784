/* expect: D_SYNTAX 3:1 expected '}' near end of file */
BEGIN { x = 1;
