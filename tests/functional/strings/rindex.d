/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	printf("%d\n", rindex("foobarbaz", "ba"));
	printf("%d\n", rindex("foobarbaz", "ba", 5));
	printf("%d\n", rindex("foobarbaz", "ba", 2));
	printf("%d\n", rindex("foobarbaz", ""));
	printf("%d\n", rindex("foobarbaz", "", 4));
	printf("%d\n", rindex("foobarbaz", "foo", -1));
	exit(0);
}
/* output:
6
3
-1
9
4
-1

*/
