pid$target:libc:-:entry
{
}
/* flags: -c /bin/true */
/* expect: D_PROC_NAME 1:1 takes only hexadecimal addresses */
