/* expect: D_DECL_TYPERED 3:16 type redeclared: own_t */
typedef int own_t;
typedef string own_t;
BEGIN { }
