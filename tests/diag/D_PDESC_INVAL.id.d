/* expect: D_PDESC_INVAL 2:1 "99999999999": Invalid probe identifier */
99999999999 { }
