/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	printf("%s\n", lltostr(0));
	printf("%s\n", lltostr(-17));
	printf("%s\n", lltostr(-9223372036854775807 - 1));
	printf("%s\n", lltostr(255, 16));
	printf("%s\n", lltostr(8, 8));
	printf("%s\n", lltostr(5, 2));
	printf("%s\n", lltostr(1295, 36));
	exit(0);
}
/* output:
0
-17
-9223372036854775808
0xff
010
101
zz

*/
