pid$target:::entry
{
}
/* expect: D_PROC_BADPROV 1:1 $target is 0 without -c or -p */
