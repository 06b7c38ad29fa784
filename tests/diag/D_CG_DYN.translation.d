BEGIN
{
	xlate<psinfo_t>(curthread);
}
/* expect: D_CG_DYN 3:2 a translation alone has no effect */
