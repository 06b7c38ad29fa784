/* expect: D_CHR_NULL 2:13 empty character constant */
BEGIN { x = ''; }
