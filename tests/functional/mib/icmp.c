// SPDX-License-Identifier: BSD-2-Clause
/*
 * In a separate network, a router gets packets that it answers with ICMP messages: 1 redirect, 2
 * packets that are too large for the next link, 3 whose time to live has expired, 4 with a
 * malformed option.
 */
#include <arpa/inet.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <netinet/ip.h>
#include <netpacket/packet.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static const char network[] =
    "ip link add out type veth peer name in address 02:00:00:00:78:01 && "
    "ip link add far mtu 576 type veth peer name other && "
    "ip addr add 10.78.0.1/24 dev in && ip addr add 10.79.0.1/24 dev far && "
    "for d in lo out in far other; do ip link set $d up; done && "
    "ip neigh add 10.78.0.2 lladdr 02:00:00:00:78:02 dev in && "
    "ip neigh add 10.78.0.9 lladdr 02:00:00:00:78:09 dev in && "
    "ip neigh add 10.79.0.2 lladdr 02:00:00:00:79:02 dev far && "
    "ip route add 10.80.0.0/24 via 10.78.0.9 && cd /proc/sys/net/ipv4 && "
    "echo 1 > ip_forward && echo 0 > icmp_ratelimit && for d in all in; do "
    "echo 1 > conf/$d/send_redirects && echo 0 > conf/$d/rp_filter; done";

static uint16_t checksum(const uint16_t *words, size_t n)
{
	uint32_t sum = 0;

	while (n--)
		sum += *words++;
	sum = (sum & 0xffff) + (sum >> 16);
	return ~(sum + (sum >> 16));
}

/** A datagram of `size` bytes, whose header has four more for an option if that is not 0. */
static int send_packet(const char *to, int ttl, size_t size, uint32_t option)
{
	struct {
		struct iphdr ip;
		uint32_t option;
		char data[1000];
	} p = {.ip = {.version = 4,
		      .ihl = option ? 6 : 5,
		      .tot_len = htons(size),
		      .frag_off = htons(IP_DF),
		      .ttl = ttl,
		      .protocol = IPPROTO_UDP,
		      .saddr = inet_addr("10.78.0.2"),
		      .daddr = inet_addr(to)},
	       .option = htonl(option)};
	struct sockaddr_ll link = {.sll_family = AF_PACKET,
				   .sll_protocol = htons(ETH_P_IP),
				   .sll_ifindex = if_nametoindex("out"),
				   .sll_halen = ETH_ALEN,
				   .sll_addr = {2, 0, 0, 0, 0x78, 1}};
	int s = socket(AF_PACKET, SOCK_DGRAM, 0);
	ssize_t sent;

	p.ip.check = checksum((uint16_t *)&p, 2 * p.ip.ihl);
	sent = sendto(s, &p, size, 0, (struct sockaddr *)&link, sizeof(link));
	close(s);
	return sent == (ssize_t)size;
}

/** How many messages of ICMP the kernel has sent here: the 15th of its numbers. */
static unsigned messages(void)
{
	FILE *f = fopen("/proc/net/snmp", "r");
	char line[1024];
	unsigned n = 0;

	while (f && fgets(line, sizeof(line), f))
		sscanf(line, "Icmp: %*u %*u %*u %*u %*u %*u %*u %*u %*u %*u %*u %*u %*u %*u %u",
		       &n);
	if (f)
		fclose(f);
	return n;
}

int main(void)
{
	if (unshare(CLONE_NEWNET) || system(network))
		return 77;
	close(-1000);
	for (int i = 0; i < 4; i++)
		if ((i < 1 && !send_packet("10.80.0.2", 9, 100, 0)) ||
		    (i < 2 && !send_packet("10.79.0.2", 9, 1000, 0)) ||
		    (i < 3 && !send_packet("10.79.0.2", 1, 100, 0)) ||
		    !send_packet("10.78.0.1", 9, 100, 0x07070200))
			return 1;
	while (messages() < 10) // packets may be handled by another thread
		usleep(10000);
	close(-1001);
	return 0;
}
