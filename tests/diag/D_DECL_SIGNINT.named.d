/* expect: D_DECL_SIGNINT 3:1 */
struct s { int x; };
unsigned struct s a;
signed string b;
unsigned pid_t c;
unsigned float d;
BEGIN { }
/* expect: D_DECL_SIGNINT 4:1 */
/* expect: D_DECL_SIGNINT 5:1 */
/* expect: D_DECL_SIGNINT 6:1 */
