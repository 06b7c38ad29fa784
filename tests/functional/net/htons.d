/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	printf("%x\n", htons(0x1234));
	printf("%x\n", ntohs(0x3412));
	exit(0);
}
/* output:
3412
1234

*/
