/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A datagram and a connection over the loopback device, of IPv4 and, if available, of IPv6. Prints
 * the expected trace of the packets that this process sends.
 */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

union address {
	struct sockaddr sa;
	struct sockaddr_in in;
	struct sockaddr_in6 in6;
};

static socklen_t length(int family)
{
	return family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
}

/** A socket bound to a free port of the loopback; -1 if the family is not there. */
static int bound(int family, int type, union address *a)
{
	socklen_t len = length(family);
	int fd = socket(family, type, 0);

	memset(a, 0, sizeof(*a));
	a->sa.sa_family = family;
	if (family == AF_INET)
		a->in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	else
		a->in6.sin6_addr = in6addr_loopback;
	if (fd < 0 || bind(fd, &a->sa, len) || getsockname(fd, &a->sa, &len))
		return -1;
	return fd;
}

static int port(const union address *a)
{
	return ntohs(a->sa.sa_family == AF_INET ? a->in.sin_port : a->in6.sin6_port);
}

static void run(int family)
{
	const char *text = family == AF_INET ? "127.0.0.1" : "::1";
	int version = family == AF_INET ? 4 : 6;
	union address to, from;
	int receiver = bound(family, SOCK_DGRAM, &to), sender = bound(family, SOCK_DGRAM, &from);

	if (receiver < 0)
		return;
	if (connect(sender, &to.sa, length(family)) || send(sender, "hello", 5, 0) != 5)
		exit(1);
	printf("udp %d %s %s %d lo 1 %d %d 13 %d %d\n", version, text, text, 13, port(&from),
	       port(&to), port(&from), port(&to));
	receiver = bound(family, SOCK_STREAM, &to);
	sender = bound(family, SOCK_STREAM, &from);
	if (listen(receiver, 1) || connect(sender, &to.sa, length(family)))
		exit(1);
	printf("state %d %s %d %s state-closed state-syn-sent\n", port(&from), text, port(&to),
	       text);
	printf("syn %d %d 1 %s %s\n", port(&from), port(&to), text, text);
}

int main(void)
{
	run(AF_INET);
	run(AF_INET6);
	return 0;
}
