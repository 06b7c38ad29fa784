pid$target:libc:-:1
{
}
/* flags: -c /bin/true */
/* expect: D_PROC_OFF 1:1 no code at address 1 of libc */
