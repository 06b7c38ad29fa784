/* expect: D_DECL_INCOMPLETE 2:19 incomplete struct/union/enum own_opaque: x */
struct own_opaque x;
BEGIN { }
