/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	printf("%s\n", basename("/foo/bar/baz"));
	printf("%s\n", basename("/foo/bar/baz///"));
	printf("%s\n", basename("baz"));
	printf("%s\n", basename("baz/"));
	printf("%s\n", basename("/"));
	printf("%s\n", basename("///"));
	printf("%s\n", basename(""));
	exit(0);
}
/* output:
baz
baz
baz
baz
/
/
.

*/
