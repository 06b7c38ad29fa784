/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	printf("%s\n", tolower("Hello, WORLD 12"));
	exit(0);
}
/* output:
hello, world 12

*/
