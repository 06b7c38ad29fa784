/* expect: D_CHR_OFLOW 2:13 character constant is longer than 8 bytes */
BEGIN { x = 'abcdefghi'; }
