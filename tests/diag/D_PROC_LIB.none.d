pid$target:libnone:malloc:entry
{
}
/* flags: -c /bin/true */
/* expect: D_PROC_LIB 1:1 has no module libnone */
