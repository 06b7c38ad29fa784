/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	printf("%s\n", dirname("/foo/bar/baz"));
	printf("%s\n", dirname("/foo/bar///baz//"));
	printf("%s\n", dirname("/foo"));
	printf("%s\n", dirname("foo"));
	printf("%s\n", dirname("foo/"));
	printf("%s\n", dirname("//"));
	printf("%s\n", dirname(""));
	exit(0);
}
/* output:
/foo/bar
/foo/bar
/
.
.
/
.

*/
