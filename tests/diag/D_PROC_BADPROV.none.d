pid:::entry
{
}
/* flags: -c /bin/true */
/* expect: D_PROC_BADPROV 1:1 pid names no process */
