/* expect: D_MACRO_UNDEF 2:15 macro variable $nosuch is not defined */
BEGIN { trace($nosuch); }
