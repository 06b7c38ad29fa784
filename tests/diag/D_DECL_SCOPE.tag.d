/* expect: D_DECL_SCOPE 2:8 D scope operator may not be used in a type's name: vmlinux`own */
struct vmlinux`own { int x; };
BEGIN { }
