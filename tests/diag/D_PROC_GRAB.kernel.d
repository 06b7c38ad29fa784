pid2:::entry
{
}
/* flags: -c /bin/true */
/* expect: D_PROC_GRAB 1:1 process 2 has no program */
