/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	printf("%s\n", cleanpath("/foo/bar/baz"));
	printf("%s\n", cleanpath("/foo//bar///baz/"));
	printf("%s\n", cleanpath("/foo/././bar/./baz/"));
	printf("%s\n", cleanpath("/foo/../bar/"));
	printf("%s\n", cleanpath("/a/b/c/../../d"));
	printf("%s\n", cleanpath("/../../../a"));
	printf("%s\n", cleanpath("/.../a"));
	printf("%s\n", cleanpath("/a/..b/c"));
	printf("%s\n", cleanpath("/a/b/.."));
	printf("%s\n", cleanpath("/a/b/../.."));
	printf("%s\n", cleanpath("/a/../.."));
	printf("%s\n", cleanpath("/.."));
	printf("%s\n", cleanpath("/a/b.."));
	printf("%s\n", cleanpath("/a/."));
	printf("%s\n", cleanpath("a/./../b"));
	printf("[%s]\n", cleanpath(""));
	exit(0);
}
/* output:
/foo/bar/baz
/foo/bar/baz/
/foo/bar/baz/
/bar/
/a/d
/a
/.../a
/a/..b/c
/a/
/
/
/
/a/b..
/a/.
/b
[]

*/
