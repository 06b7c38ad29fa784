/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	printf("%s\n", strchr("foobar", 'o'));
	printf("%s\n", strchr("foobar", 'r'));
	printf("%s\n", strchr("key=value", '='));
	exit(0);
}
/* output:
oobar
r
=value

*/
