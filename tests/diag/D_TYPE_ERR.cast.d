/* expect: D_TYPE_ERR 2:14 failed to resolve type nosuch_type_t: Unknown type name */
BEGIN { x = (nosuch_type_t *)0; }
