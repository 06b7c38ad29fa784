pid$target:libc:malloc:exit
{
}
/* flags: -c /bin/true */
/* expect: D_PROC_NAME 1:1 exit is not a pid probe */
