pid*::malloc:entry
{
}
/* flags: -c /bin/true */
/* expect: D_PROC_LIB 1:1 needs a module */
