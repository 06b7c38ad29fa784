/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	printf("%d\n", index("foobarbaz", "ba"));
	printf("%d\n", index("foobarbaz", "ba", 4));
	printf("%d\n", index("foobarbaz", "ba", 7));
	printf("%d\n", index("foobarbaz", "qux"));
	printf("%d\n", index("foobarbaz", ""));
	printf("%d\n", index("foobarbaz", "", 100));
	printf("%d\n", index("foobarbaz", "foo", -5));
	printf("%d\n", index("", "a"));
	exit(0);
}
/* output:
3
6
-1
-1
0
9
0
-1

*/
