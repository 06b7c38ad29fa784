pid$target:libc:no_such:entry
{
}
/* flags: -c /bin/true */
/* expect: D_PROC_FUNC 1:1 no function no_such in libc */
