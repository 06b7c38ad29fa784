pid$target:libc:strstr:entry
{
}
/* flags: -c /bin/true */
/* expect: D_PROC_CREATEFAIL 1:1 cannot be probed: an IFUNC for which the process has chosen no function */
