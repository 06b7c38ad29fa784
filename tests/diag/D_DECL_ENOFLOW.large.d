/* expect: D_DECL_ENOFLOW 2:18 enumerator 'A' value overflows an int */
enum own_e { A = 0x80000000 };
BEGIN { }
