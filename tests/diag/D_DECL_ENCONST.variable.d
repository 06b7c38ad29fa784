/* expect: D_DECL_ENCONST 2:18 enumerator 'A' must be assigned to an integral constant expression */
enum own_e { A = nosuch_name };
BEGIN { }
