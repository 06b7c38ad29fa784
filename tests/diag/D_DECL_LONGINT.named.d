/* expect: D_DECL_LONGINT 3:1 */
struct s { int x; };
long struct s a;
long string b;
long long pid_t c;
BEGIN { }
/* expect: D_DECL_LONGINT 4:1 */
/* expect: D_DECL_LONGINT 5:1 */
