/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	printf("%d %d %d %d\n", strmatch("libc.so.6", "libc*"), strmatch("libc.so.6", "*.so*"),
	    strmatch("libc.so.6", "libc"), strmatch("libc.so.6", "lib?.so.?"));
	printf("%d %d %d %d\n", strmatch("", ""), strmatch("", "*"), strmatch("", "?"), strmatch("x", ""));
	printf("%d %d %d\n", strmatch("abcabcabd", "*abcabd"), strmatch("abcabcabd", "*a*b*c*d"),
	    strmatch("abcabcabd", "*abcabe"));
	printf("%d %d\n", strmatch("a[b]", "a[b]"), strmatch("aaaaaaaaaaaaaaaaaaaaaaaaaaaa", "*a*a*a*a*b"));
}

BEGIN
/strmatch(probename, "B*N") && !strmatch(probename, "B")/
{
	this->pattern = "*GI?";
	printf("%d\n", strmatch(probename, this->pattern));
	exit(0);
}
/* output:
1 1 0 1
1 1 0 0
1 1 0
1 0
1

*/
