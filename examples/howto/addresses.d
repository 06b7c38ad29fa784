#!/usr/sbin/dtrace -s
/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * addresses.d - prints network addresses as text and converts byte orders.
 *
 * usage: addresses.d
 *
 *	192.0.2.1 192.0.2.1
 *	2001:db8::1 2001:db8::1
 *	3412 78563412 50
 */
#pragma D option quiet

inline int AF_INET = 2;
inline int AF_INET6 = 10;

BEGIN
{
	this->v4 = (uint32_t *)alloca(4);
	*this->v4 = htonl(0xc0000201);
	printf("%s %s\n", inet_ntoa(this->v4), inet_ntop(AF_INET, this->v4));
	this->v6 = (uint64_t *)alloca(16);
	this->v6[0] = htonll(0x20010db800000000);
	this->v6[1] = htonll(1);
	printf("%s %s\n", inet_ntoa6((struct in6_addr *)this->v6), inet_ntop(AF_INET6, this->v6));
	printf("%x %x %x\n", htons(0x1234), ntohl(0x12345678), ntohs(htons(80)));
	exit(0);
}
