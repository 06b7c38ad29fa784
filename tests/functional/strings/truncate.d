/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
#pragma D option strsize=16

BEGIN
{
	x = strjoin("0123456789", "abcdefghij");
	printf("%s %d\n", x, strlen(x));
	printf("%s\n", substr(strjoin(x, "!"), 10));
	exit(0);
}
/* output:
0123456789abcdef 16
abcdef

*/
