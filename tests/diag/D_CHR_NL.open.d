/* expect: D_CHR_NL 2:13 newline encountered in character constant */
BEGIN { x = 'a; }
END { }
