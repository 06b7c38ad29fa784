pid2147483647:::entry
{
}
/* flags: -c /bin/true */
/* expect: D_PROC_BADPID 1:1 process 2147483647 does not exist */
