// SPDX-License-Identifier: BSD-2-Clause
// Unusual packets over the loopback device of a separate network with an MTU of 1,500 bytes,
// between 127.77.0.1 or fd78::1 and itself: a datagram; packets of UDP and TCP that are shorter
// than their headers; datagrams in fragments; a connection of IPv4 between sockets of IPv6. Exit:
// 77 if there can be no such network here.
#include <arpa/inet.h>
#include <netinet/ip.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in at(int port)
{
	return (struct sockaddr_in){.sin_family = AF_INET,
				    .sin_port = htons(port),
				    .sin_addr.s_addr = inet_addr("127.77.0.1")};
}

static struct sockaddr_in6 at6(const char *address, int port)
{
	struct sockaddr_in6 ret = {.sin6_family = AF_INET6, .sin6_port = htons(port)};

	inet_pton(AF_INET6, address, &ret.sin6_addr);
	return ret;
}

/** A packet with `size` bytes after its header: ports, then 0x77. */
static int raw(int protocol, size_t size, int offset)
{
	struct sockaddr_in to = at(0);
	struct {
		struct iphdr ip;
		uint16_t ports[2];
		char rest[36];
	} p = {.ip = {.version = 4,
		      .ihl = 5,
		      .ttl = 9,
		      .frag_off = htons(offset),
		      .protocol = protocol,
		      .saddr = to.sin_addr.s_addr,
		      .daddr = to.sin_addr.s_addr},
	       .ports = {htons(7005), htons(7006)}};
	int s = socket(AF_INET, SOCK_RAW, IPPROTO_RAW);
	ssize_t n;

	memset(p.rest, 0x77, sizeof(p.rest));
	n = sendto(s, &p, sizeof(p.ip) + size, 0, (struct sockaddr *)&to, sizeof(to));
	close(s);
	return n == (ssize_t)(sizeof(p.ip) + size);
}

/** A datagram of a socket to itself. */
static int datagram(const struct sockaddr *a, socklen_t len, size_t size)
{
	static char text[4000];
	int s = socket(a->sa_family, SOCK_DGRAM, 0);

	return !bind(s, a, len) && sendto(s, text, size, 0, a, len) == (ssize_t)size &&
	       recv(s, text, sizeof(text), 0) == (ssize_t)size;
}

static int connection_of_ip4(void)
{
	struct sockaddr_in6 any = at6("::", 7004), to = at6("::ffff:127.77.0.1", 7004);
	int listener = socket(AF_INET6, SOCK_STREAM, 0), s = socket(AF_INET6, SOCK_STREAM, 0);

	return !bind(listener, (struct sockaddr *)&any, sizeof(any)) && !listen(listener, 1) &&
	       !connect(s, (struct sockaddr *)&to, sizeof(to)) && accept(listener, NULL, NULL) >= 0;
}

int main(void)
{
	struct sockaddr_in one = at(7001), four = at(7002);
	struct sockaddr_in6 six = at6("fd78::1", 7003);

	// The kernel makes the route some time after the address.
	if (unshare(CLONE_NEWNET) ||
	    system("ip link set lo up mtu 1500 && ip addr add fd78::1/128 dev lo nodad && "
		   "until ip -6 route get fd78::1 2>&1 | grep -q ^local; do :; done"))
		return 77;
	if (!datagram((struct sockaddr *)&one, sizeof(one), 10) || !raw(IPPROTO_UDP, 0, 0) ||
	    !raw(IPPROTO_UDP, 7, 0) || !raw(IPPROTO_TCP, 0, 0) || !raw(IPPROTO_TCP, 8, IP_MF) ||
	    !raw(IPPROTO_TCP, 19, 0) || !datagram((struct sockaddr *)&four, sizeof(four), 4000) ||
	    !datagram((struct sockaddr *)&six, sizeof(six), 4000) || !connection_of_ip4())
		return 1;
	return 0;
}
