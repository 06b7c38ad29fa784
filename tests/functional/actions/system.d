/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q -w */
BEGIN
{
	printf("one\n");
	system("echo %s %d", "two", 2);
	printf("three\n");
	exit(0);
}
/* output:
one
two 2
three

*/
