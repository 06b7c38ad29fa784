/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	printf("[%s]\n", substr("foobar", 3));
	printf("[%s]\n", substr("foobar", 0, 3));
	printf("[%s]\n", substr("foobar", -3));
	printf("[%s]\n", substr("foobar", -3, 2));
	printf("[%s]\n", substr("foobar", 1, -1));
	printf("[%s]\n", substr("foobar", -3, -1));
	printf("[%s]\n", substr("foobar", 6));
	printf("[%s]\n", substr("foobar", 7));
	printf("[%s]\n", substr("foobar", 2, 100));
	printf("[%s]\n", substr("foobar", -100, 97));
	printf("[%s]\n", substr("foobar", 3, -3));
	exit(0);
}
/* output:
[bar]
[foo]
[bar]
[ba]
[ooba]
[ba]
[]
[]
[obar]
[foo]
[]

*/
