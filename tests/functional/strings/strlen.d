/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	printf("%d\n", strlen(""));
	printf("%d\n", strlen("abc"));
	printf("%d\n", strlen(strjoin("ab", "cde")));
	printf("%d\n", strlen(probename));
	exit(0);
}
/* output:
0
3
5
5

*/
