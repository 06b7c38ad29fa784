/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	printf("%s\n", strstr("foobarbaz", "ba"));
	printf("%s\n", strstr("foobar", ""));
	printf("%s\n", strstr("foobar", "r"));
	exit(0);
}
/* output:
barbaz
foobar
r

*/
