/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	printf("%d\n", strtoll("0"));
	printf("%d\n", strtoll("  -17x"));
	printf("%d\n", strtoll("+4"));
	printf("%d\n", strtoll("none"));
	printf("%d\n", strtoll("0x1f", 16));
	printf("%d\n", strtoll("-ff", 16));
	printf("%d\n", strtoll("777", 8));
	printf("%d\n", strtoll("zz", 36));
	printf("%d\n", strtoll("9223372036854775807"));
	exit(0);
}
/* output:
0
-17
4
0
31
-255
511
1295
9223372036854775807

*/
