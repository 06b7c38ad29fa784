/* expect: D_MACRO_UNDEF 2:15 macro argument $1 is not defined */
BEGIN { trace($1); }
