/* expect: D_DECL_DYNOBJ 2:9 an associative array cannot be part of another type */
int (*x)[int];
BEGIN { }
