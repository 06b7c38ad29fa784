pid$target:libc:malloc:retrun
{
}
/* flags: -c /bin/true */
/* expect: D_PROC_NAME 1:1 retrun is not a pid probe: the name is entry, return or the offset of an instruction in hexadecimal (did you mean return?) */
