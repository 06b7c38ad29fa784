/* expect: D_MACRO_UNUSED 4:1 extraneous argument '2' ($2 is not referenced) */
/* args: 1 2 */
BEGIN { trace($1); }
