/* expect: D_MACRO_UNDEF 2:24 macro argument $$1 is not defined */
BEGIN { printf("%s\n", $$1); }
