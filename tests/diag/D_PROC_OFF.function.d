pid$target:libc:malloc:ffffff
{
}
/* flags: -c /bin/true */
/* expect: D_PROC_OFF 1:1 offset ffffff is outside malloc in libc */
