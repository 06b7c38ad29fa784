/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	printf("%x\n", htonl(0x12345678));
	printf("%x\n", ntohl(0x78563412));
	exit(0);
}
/* output:
78563412
12345678

*/
