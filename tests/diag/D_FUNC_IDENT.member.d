/* expect: D_FUNC_IDENT 2:16 function designator is not of function type */
BEGIN { trace((1)(2)); }
