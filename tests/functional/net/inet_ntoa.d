/* SPDX-License-Identifier: BSD-2-Clause */
/* flags: -q */
ipaddr_t address;

BEGIN
{
	address = 0x0100007f;
	printf("%s\n", inet_ntoa(&address));
	exit(0);
}
