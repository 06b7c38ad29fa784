/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	printf("%x\n", htonll(0x0102030405060708));
	printf("%x\n", ntohll(0x0807060504030201));
	exit(0);
}
/* output:
807060504030201
102030405060708

*/
