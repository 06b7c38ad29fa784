// SPDX-License-Identifier: BSD-2-Clause
/*
 * In a separate network, between close(-1000) and close(-1001): 3 connections, one of which ends by
 * a reset, 2 refused ones, 5 without an answer; 2 datagrams to a closed port, many to a socket that
 * does not read; a datagram and a segment with wrong checksums, two malformed datagrams and a
 * malformed segment, a packet of an unknown protocol, one whose header has a wrong checksum and two
 * with a wrong version. Prints the number of datagrams that fit into the socket, the number of
 * repeated requests, and the kernel's own counters of errors.
 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <netinet/ip.h>
#include <netinet/tcp.h>
#include <netpacket/packet.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { SENT = 200, ASKING = 5 };

static struct sockaddr_in at(int port)
{
	return (struct sockaddr_in){.sin_family = AF_INET,
				    .sin_port = htons(port),
				    .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static int bound(int type, int port)
{
	struct sockaddr_in a = at(port);
	int s = socket(AF_INET, type, 0);

	return bind(s, (struct sockaddr *)&a, sizeof(a)) ? -1 : s;
}

static int connected(int port)
{
	struct sockaddr_in a = at(port);
	int s = socket(AF_INET, SOCK_STREAM, 0);

	return connect(s, (struct sockaddr *)&a, sizeof(a)) ? -1 : s;
}

static int tcp(void)
{
	const struct linger reset = {.l_onoff = 1, .l_linger = 0};
	int listening = bound(SOCK_STREAM, 7001), c[3], s[3];
	char text[4];

	if (listen(listening, 3))
		return 0;
	for (int i = 0; i < 3; i++) {
		c[i] = connected(7001);
		s[i] = accept(listening, NULL, NULL);
	}
	setsockopt(c[0], SOL_SOCKET, SO_LINGER, &reset, sizeof(reset));
	close(c[0]);
	if (read(s[0], text, sizeof(text)) != -1)
		return 0;
	for (int i = 1; i < 3; i++) {
		close(c[i]);
		if (read(s[i], text, sizeof(text)) != 0)
			return 0;
		close(s[i]);
	}
	return connected(7002) == -1 && connected(7002) == -1;
}

/**
 * A client that connects to a full socket repeats its request, here at least once: a few sockets,
 * one after the other.
 */
static int ask_again(void)
{
	struct sockaddr_in a = at(7006);
	struct tcp_info info;
	socklen_t size = sizeof(info);
	int listening = bound(SOCK_STREAM, 7006), c[ASKING];
	unsigned again = 0;

	if (listen(listening, 0) || connected(7006) == -1)
		return 0;
	for (int i = 0; i < ASKING; i++) {
		c[i] = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
		connect(c[i], (struct sockaddr *)&a, sizeof(a));
		usleep(30000);
	}
	for (int i = 0; i < ASKING; i++) {
		do {
			usleep(10000);
			if (getsockopt(c[i], IPPROTO_TCP, TCP_INFO, &info, &size))
				return 0;
		} while (!info.tcpi_total_retrans);
		close(c[i]);
		again += info.tcpi_total_retrans;
	}
	printf("again %u\n", again);
	return 1;
}

static int udp(void)
{
	struct sockaddr_in nobody = at(7003), full = at(7004);
	int s = socket(AF_INET, SOCK_DGRAM, 0), r = bound(SOCK_DGRAM, 7004), small = 1, n = 0;
	char text[500] = "";

	setsockopt(r, SOL_SOCKET, SO_RCVBUF, &small, sizeof(small));
	for (int i = 0; i < 2; i++)
		sendto(s, text, 10, 0, (struct sockaddr *)&nobody, sizeof(nobody));
	for (int i = 0; i < SENT; i++)
		if (sendto(s, text, sizeof(text), 0, (struct sockaddr *)&full, sizeof(full)) < 0)
			return 0;
	while (recv(r, text, sizeof(text), MSG_DONTWAIT) > 0)
		n++;
	printf("read %d, lost %d\n", n, SENT - n);
	return n > 0;
}

/** A packet of that protocol whose `size` bytes begin with `words`, in network byte order. */
static int raw(int protocol, const uint16_t *words, size_t n, size_t size)
{
	struct {
		struct iphdr ip;
		uint16_t words[10];
	} p = {.ip = {.version = 4,
		      .ihl = 5,
		      .ttl = 9,
		      .protocol = protocol,
		      .saddr = htonl(INADDR_LOOPBACK),
		      .daddr = htonl(INADDR_LOOPBACK)}};
	struct sockaddr_in to = at(0);
	int s = socket(AF_INET, SOCK_RAW, IPPROTO_RAW);

	for (size_t i = 0; i < n; i++)
		p.words[i] = htons(words[i]);
	return sendto(s, &p, sizeof(p.ip) + size, 0, (struct sockaddr *)&to, sizeof(to)) > 0;
}

/** A packet that consists only of a header, unchanged. */
static int bare(int version)
{
	struct iphdr ip = {.version = version,
			   .ihl = 5,
			   .tot_len = htons(sizeof(ip)),
			   .ttl = 9,
			   .check = 0x1234,
			   .saddr = htonl(INADDR_LOOPBACK),
			   .daddr = htonl(INADDR_LOOPBACK)};
	struct sockaddr_ll to = {.sll_family = AF_PACKET,
				 .sll_protocol = htons(ETH_P_IP),
				 .sll_ifindex = if_nametoindex("lo"),
				 .sll_halen = ETH_ALEN};
	int s = socket(AF_PACKET, SOCK_DGRAM, 0);

	return sendto(s, &ip, sizeof(ip), 0, (struct sockaddr *)&to, sizeof(to)) > 0;
}

/** The kernel's counters. */
static void say_errors(void)
{
	FILE *f = fopen("/proc/net/snmp", "r");
	char line[1024];
	unsigned n;

	while (f && fgets(line, sizeof(line), f)) {
		if (sscanf(line, "Udp: %*u %*u %u", &n) == 1)
			printf("counted udpInErrors %u\n", n);
		if (sscanf(line, "Tcp: %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*u %u", &n) ==
		    1)
			printf("counted tcpInErrs %u\n", n);
	}
	if (f)
		fclose(f);
}

int main(void)
{
	const uint16_t datagram[] = {7005, 7004, 20, 0x1234};
	const uint16_t longer[] = {7005, 7004, 65535, 0};
	const uint16_t segment[] = {7005, 7001, 0, 1, 0, 1, 0x5002, 100, 0x1234};
	const uint16_t no_header[] = {7005, 7001, 0, 1, 0, 1, 0x2002, 100, 0};
	struct ifreq lo = {.ifr_name = "lo", .ifr_flags = IFF_UP};
	int s;

	if (unshare(CLONE_NEWNET))
		return 1;
	s = socket(AF_INET, SOCK_DGRAM, 0);
	if (ioctl(s, SIOCSIFFLAGS, &lo))
		return 1;
	close(-1000);
	if (!tcp() || !ask_again() || !udp() || !raw(IPPROTO_UDP, datagram, 4, 20) ||
	    !raw(IPPROTO_UDP, datagram, 4, 6) || !raw(IPPROTO_UDP, longer, 4, 20) ||
	    !raw(IPPROTO_TCP, segment, 9, 20) || !raw(IPPROTO_TCP, no_header, 9, 20) ||
	    !raw(253, datagram, 4, 20) || !bare(4) || !bare(5) || !bare(5))
		return 1;
	usleep(50000); // packets may be handled by another thread
	close(-1001);
	say_errors();
	return 0;
}
