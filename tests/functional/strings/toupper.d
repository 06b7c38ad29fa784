/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	printf("%s\n", toupper("Hello, world 12"));
	exit(0);
}
/* output:
HELLO, WORLD 12

*/
