// SPDX-License-Identifier: BSD-2-Clause
// Two hosts, a client and a server: two network namespaces with a cable between them, 10.77.0.1 and
// fd77::1 at the client's end (c0), 10.77.0.2 and fd77::2 at the server's (s0).
//
//	twohosts STEP...
//
// A step is a verb and the version of IP, as in tcp:4. The n-th step goes from port 7900 + n of the
// client to port 7800 + n of the server.
//
//	tcp	5 bytes there, 3 back; the client ends the connection, then the server
//	reset	the server ends the connection with a RST
//	refused	no process listens
//	timeout	the network drops the SYNs of some attempts (IPv4), from the ports 7900 + n,
//		7910 + n, …
//	udp	11 bytes there, 4 back
//
// Both ends wait for each other between the events of a step, so that their order is known.
// Exit: 77 if there can be no such network here.
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <netinet/icmp6.h>
#include <netinet/ip_icmp.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CLIENT = 1, SERVER = 2, NOBODY = 9 };
enum { TIMEOUTS = 8 };

static int other; // the other host: a byte means that it has come so far

static void tell(void)
{
	if (write(other, "", 1) != 1)
		exit(1);
}

static void await(void)
{
	char byte;

	if (read(other, &byte, 1) != 1)
		exit(1);
}

static void meet(void)
{
	tell();
	await();
}

static void check(int result, const char *what)
{
	if (result >= 0)
		return;
	perror(what);
	exit(1);
}

static void command(const char *text)
{
	if (system(text) != 0)
		exit(77);
}

// ---- the network

static void configure(int host, const char *device)
{
	char text[512];
	int peer = CLIENT + SERVER - host;

	snprintf(text, sizeof(text),
		 "ip addr add 10.77.0.%d/24 dev %s && ip addr add fd77::%d/64 dev %s nodad && "
		 "ip link set lo up && ip link set %s up && "
		 "ip neigh add 10.77.0.%d lladdr 02:00:00:00:77:0%d dev %s && "
		 "ip neigh add fd77::%d lladdr 02:00:00:00:77:0%d dev %s && "
		 "ip neigh add 10.77.0.9 lladdr 02:00:00:00:77:0%d dev %s",
		 host, device, host, device, device, peer, peer, device, peer, peer, device, peer,
		 device);
	command(text);
}

static void connect_hosts(pid_t server)
{
	char text[256];

	snprintf(text, sizeof(text),
		 "ip link add c0 index 10 address 02:00:00:00:77:01 type veth "
		 "peer name s0 index 20 address 02:00:00:00:77:02 netns %d",
		 (int)server);
	command(text);
}

/** A device that has just come up discards packets until the kernel has noticed. */
static void await_link(const char *device)
{
	struct ifreq request = {0};
	int fd = socket(AF_INET, SOCK_DGRAM, 0);

	check(fd, "socket");
	strcpy(request.ifr_name, device);
	while (!(request.ifr_flags & IFF_RUNNING)) {
		usleep(1000);
		check(ioctl(fd, SIOCGIFFLAGS, &request), "SIOCGIFFLAGS");
	}
	close(fd);
}

/** The kernel makes the routes of IPv6 some time after the addresses. */
static void await_routes(int host)
{
	char text[256];

	snprintf(text, sizeof(text),
		 "until ip -6 route get fd77::%d 2>&1 | grep -q ^local && "
		 "ip -6 route get fd77::%d > /dev/null 2>&1; do :; done",
		 host, CLIENT + SERVER - host);
	command(text);
}

// ---- sockets

static socklen_t address(struct sockaddr_storage *ret, int version, int host, int port)
{
	struct sockaddr_in *in = (struct sockaddr_in *)ret;
	struct sockaddr_in6 *in6 = (struct sockaddr_in6 *)ret;
	char text[32];

	memset(ret, 0, sizeof(*ret));
	snprintf(text, sizeof(text), version == 4 ? "10.77.0.%d" : "fd77::%d", host);
	ret->ss_family = version == 4 ? AF_INET : AF_INET6;
	inet_pton(ret->ss_family, text, version == 4 ? (void *)&in->sin_addr : &in6->sin6_addr);
	if (version == 4)
		in->sin_port = htons(port);
	else
		in6->sin6_port = htons(port);
	return version == 4 ? sizeof(*in) : sizeof(*in6);
}

static int bound(int version, int type, int host, int port)
{
	struct sockaddr_storage a;
	socklen_t len = address(&a, version, host, port);
	int fd = socket(a.ss_family, type, 0), one = 1;

	check(fd, "socket");
	check(setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one)), "SO_REUSEADDR");
	check(bind(fd, (struct sockaddr *)&a, len), "bind");
	return fd;
}

/** 0 or errno. */
static int connect_to(int fd, int version, int host, int port)
{
	struct sockaddr_storage a;
	socklen_t len = address(&a, version, host, port);

	return connect(fd, (struct sockaddr *)&a, len) ? errno : 0;
}

static void get(int fd, size_t n)
{
	char text[64];

	check(recv(fd, text, n, MSG_WAITALL) == (ssize_t)n ? 0 : -1, "recv");
}

static void put(int fd, size_t n)
{
	check(send(fd, "hello, world", n, 0) == (ssize_t)n ? 0 : -1, "send");
}

// ---- steps: what each host does

static void await_fin_wait_2(int fd)
{
	struct tcp_info info;
	socklen_t len = sizeof(info);

	do {
		usleep(1000);
		check(getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &len), "TCP_INFO");
	} while (info.tcpi_state == TCP_FIN_WAIT1);
}

static void tcp_client(int version, int n)
{
	int fd = bound(version, SOCK_STREAM, CLIENT, 7900 + n);

	await();
	check(-connect_to(fd, version, SERVER, 7800 + n), "connect");
	await();
	put(fd, 5);
	get(fd, 3);
	shutdown(fd, SHUT_WR);
	await_fin_wait_2(fd);
	meet();
	close(fd);
}

static void tcp_server(int version, int n)
{
	int listener = bound(version, SOCK_STREAM, SERVER, 7800 + n), fd;

	check(listen(listener, 1), "listen");
	tell();
	fd = accept(listener, NULL, NULL);
	check(fd, "accept");
	tell();
	get(fd, 5);
	put(fd, 3);
	await();
	close(fd);
	close(listener);
	tell();
}

static void reset_client(int version, int n)
{
	int fd = bound(version, SOCK_STREAM, CLIENT, 7900 + n);
	char byte;

	await();
	check(-connect_to(fd, version, SERVER, 7800 + n), "connect");
	tell();
	check(recv(fd, &byte, 1, 0) < 0 && errno == ECONNRESET ? 0 : -1, "reset");
	close(fd);
	tell();
}

static void reset_server(int version, int n)
{
	int listener = bound(version, SOCK_STREAM, SERVER, 7800 + n), fd;
	struct linger hard = {.l_onoff = 1};

	check(listen(listener, 1), "listen");
	tell();
	fd = accept(listener, NULL, NULL);
	await();
	check(setsockopt(fd, SOL_SOCKET, SO_LINGER, &hard, sizeof(hard)), "SO_LINGER");
	close(fd);
	await();
	close(listener);
}

static void refused_client(int version, int n)
{
	int fd = bound(version, SOCK_STREAM, CLIENT, 7900 + n);

	check(connect_to(fd, version, SERVER, 7800 + n) == ECONNREFUSED ? 0 : -1, "refused");
	close(fd);
}

static void timeout_client(int version, int n)
{
	struct pollfd sockets[TIMEOUTS];
	int once = 1, error;
	socklen_t len = sizeof(error);

	for (int i = 0; i < TIMEOUTS; i++) {
		int fd = bound(version, SOCK_STREAM, CLIENT, 7900 + n + 10 * i);

		sockets[i] = (struct pollfd){fd, POLLOUT, 0};
		check(setsockopt(fd, IPPROTO_TCP, TCP_SYNCNT, &once, sizeof(once)), "TCP_SYNCNT");
		check(fcntl(fd, F_SETFL, O_NONBLOCK), "O_NONBLOCK");
		check(connect_to(fd, version, NOBODY, 7800 + n) == EINPROGRESS ? 0 : -1, "connect");
		usleep(20000); // each has its own timer interrupt
	}
	for (int i = 0; i < TIMEOUTS; i++) {
		check(poll(&sockets[i], 1, -1), "poll");
		check(getsockopt(sockets[i].fd, SOL_SOCKET, SO_ERROR, &error, &len), "SO_ERROR");
		check(error == ETIMEDOUT ? 0 : -1, "timeout");
		close(sockets[i].fd);
	}
}

static void udp_client(int version, int n)
{
	int fd = bound(version, SOCK_DGRAM, CLIENT, 7900 + n);

	await();
	check(-connect_to(fd, version, SERVER, 7800 + n), "connect");
	put(fd, 11);
	get(fd, 4);
	close(fd);
}

static void udp_server(int version, int n)
{
	int fd = bound(version, SOCK_DGRAM, SERVER, 7800 + n);
	struct sockaddr_storage from;
	socklen_t len = sizeof(from);
	char text[64];

	tell();
	check(recvfrom(fd, text, sizeof(text), 0, (struct sockaddr *)&from, &len), "recvfrom");
	check(sendto(fd, "four", 4, 0, (struct sockaddr *)&from, len), "sendto");
	close(fd);
}

/** Reads until the reply is there: a raw socket is handed everything. */
static void await_reply(int fd, int type, int header)
{
	unsigned char packet[256];

	do
		check(recv(fd, packet, sizeof(packet), 0), "recv");
	while (packet[header] != type);
}

static uint16_t checksum(const uint16_t *words, size_t n)
{
	uint32_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += words[i];
	sum = (sum >> 16) + (sum & 0xffff);
	return ~(sum + (sum >> 16));
}

/** The kernel makes the checksum of ICMPv6, and answers on both versions. */
static void ping_client(int version, int n)
{
	int fd = version == 4 ? socket(AF_INET, SOCK_RAW, IPPROTO_ICMP)
			      : socket(AF_INET6, SOCK_RAW, IPPROTO_ICMPV6);
	struct {
		struct icmphdr header;
		char data[4];
	} echo = {.data = "ping"};

	check(fd, "socket");
	echo.header.type = version == 4 ? ICMP_ECHO : ICMP6_ECHO_REQUEST;
	echo.header.un.echo.id = htons(7900 + n);
	echo.header.un.echo.sequence = htons(100 + n);
	if (version == 4)
		echo.header.checksum = checksum((const uint16_t *)&echo, sizeof(echo) / 2);
	check(-connect_to(fd, version, SERVER, 0), "connect");
	check(send(fd, &echo, sizeof(echo), 0), "send");
	await_reply(fd, version == 4 ? ICMP_ECHOREPLY : ICMP6_ECHO_REPLY, version == 4 ? 20 : 0);
	close(fd);
}

static void closed_client(int version, int n)
{
	int fd = bound(version, SOCK_DGRAM, CLIENT, 7900 + n);
	char byte;

	check(-connect_to(fd, version, SERVER, 7800 + n), "connect");
	put(fd, 11);
	check(recv(fd, &byte, 1, 0) < 0 && errno == ECONNREFUSED ? 0 : -1, "refused");
	close(fd);
}

static void nothing(int version, int n)
{
	(void)version;
	(void)n;
}

static const struct {
	const char *verb;
	void (*client)(int version, int n);
	void (*server)(int version, int n);
} steps[] = {
    {"tcp", tcp_client, tcp_server},	  {"reset", reset_client, reset_server},
    {"refused", refused_client, nothing}, {"timeout", timeout_client, nothing},
    {"udp", udp_client, udp_server},	  {"ping", ping_client, nothing},
    {"closed", closed_client, nothing},
};

static void run(int host, char *const *step, int n)
{
	for (int i = 1; i <= n; i++) {
		const char *version = strchr(step[i - 1], ':');

		for (size_t j = 0; version && j < sizeof(steps) / sizeof(*steps); j++)
			if (!strncmp(step[i - 1], steps[j].verb, version - step[i - 1]))
				(host == CLIENT ? steps[j].client
						: steps[j].server)(atoi(version + 1), i);
		meet();
	}
}

int main(int argc, char **argv)
{
	int ends[2], status;
	pid_t server;

	check(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), "socketpair");
	if (unshare(CLONE_NEWNET))
		return 77;
	server = fork();
	check(server, "fork");
	other = ends[!server];
	close(ends[!!server]);
	if (!server) {
		if (unshare(CLONE_NEWNET))
			return 77;
		meet();
		configure(SERVER, "s0");
		await_link("s0");
		await_routes(SERVER);
		meet();
		run(SERVER, argv + 1, argc - 1);
		return 0;
	}
	await();
	connect_hosts(server);
	tell();
	configure(CLIENT, "c0");
	await_link("c0");
	await_routes(CLIENT);
	meet();
	run(CLIENT, argv + 1, argc - 1);
	check(waitpid(server, &status, 0), "waitpid");
	return status != 0;
}
