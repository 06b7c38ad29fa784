pid$target:libc:malloc:1
{
}
/* flags: -c /bin/true */
/* expect: D_PROC_ALIGN 1:1 no instruction of malloc in libc begins at offset 1 */
