/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	printf("%s\n", strrchr("foobar", 'o'));
	printf("%s\n", strrchr("a.b.c", '.'));
	exit(0);
}
/* output:
obar
.c

*/
