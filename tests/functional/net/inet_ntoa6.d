/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
BEGIN
{
	this->a = (unsigned char *)alloca(16);
	this->w = (uint64_t *)this->a;
	this->w[0] = 0;
	this->w[1] = 0;
	this->a[15] = 1;
	printf("%s\n", inet_ntoa6(this->a));
	this->a[0] = 0xfe;
	this->a[1] = 0x80;
	this->a[9] = 0x0a;
	printf("%s\n", inet_ntoa6(this->a));
	exit(0);
}
/* output:
::1
fe80::a:0:0:1

*/
