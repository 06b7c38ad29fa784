/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	this->a = (uint8_t *)alloca(20);
	this->a[0] = 0x00;
	this->a[1] = 0x1a;
	this->a[2] = 0xff;
	this->a[5] = 0x9;
	this->a[19] = 0xe0;
	printf("%s\n", link_ntop(1, this->a));
	printf("%s\n", link_ntop(6, this->a));
	printf("%s\n", link_ntop(32, this->a));
	exit(0);
}
/* output:
00:1a:ff:00:00:09
00:1a:ff:00:00:09
00:1a:ff:00:00:09:00:00:00:00:00:00:00:00:00:00:00:00:00:e0

*/
