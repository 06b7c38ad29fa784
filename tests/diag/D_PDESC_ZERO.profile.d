profile-1ns { }
/* expect: D_PDESC_ZERO 1:1 profile:::profile-1ns fires too often */
