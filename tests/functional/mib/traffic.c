// SPDX-License-Identifier: BSD-2-Clause
// Traffic in a separate network: data by TCP, datagrams, echoes. Prints the kernel's counters.
// Stays on one CPU: packets of a sender that moves to another CPU may overtake those that wait on
// the first, and would arrive behind a gap.
#include <arpa/inet.h>
#include <net/if.h>
#include <netinet/ip_icmp.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PORT = 7101, CHUNKS = 20, CHUNK = 1000, BULK = 3000000, DATAGRAMS = 5, ECHOES = 3 };

static struct sockaddr_in here = {.sin_family = AF_INET};
static char bulk[BULK];

static void *drain(void *fd)
{
	static char text[65536];

	while (recv(*(int *)fd, text, sizeof(text), 0) > 0)
		;
	return NULL;
}

/** Sends small pieces, and a large one that devices split and join. */
static int tcp(void)
{
	int listener = socket(AF_INET, SOCK_STREAM, 0), c = socket(AF_INET, SOCK_STREAM, 0), s;
	pthread_t reader;

	if (bind(listener, (struct sockaddr *)&here, sizeof(here)) || listen(listener, 1) ||
	    connect(c, (struct sockaddr *)&here, sizeof(here)))
		return 0;
	s = accept(listener, NULL, NULL);
	pthread_create(&reader, NULL, drain, &s);
	for (int i = 0; i < CHUNKS; i++)
		if (send(c, bulk, CHUNK, 0) != CHUNK)
			return 0;
	if (send(c, bulk, BULK, 0) != BULK)
		return 0;
	close(c);
	pthread_join(reader, NULL);
	close(s);
	printf("counted tcpOutDataBytes %d\ncounted tcpInDataInorderBytes %d\n",
	       CHUNKS * CHUNK + BULK, CHUNKS * CHUNK + BULK);
	return 1;
}

static int udp(void)
{
	int u = socket(AF_INET, SOCK_DGRAM, 0);
	char text[8];

	if (bind(u, (struct sockaddr *)&here, sizeof(here)))
		return 0;
	for (int i = 0; i < DATAGRAMS; i++)
		if (sendto(u, "text", 4, 0, (struct sockaddr *)&here, sizeof(here)) != 4 ||
		    recv(u, text, sizeof(text), 0) != 4)
			return 0;
	return 1;
}

/** The kernel answers; the answer to each echo comes back here as well. */
static int echo(void)
{
	struct icmphdr icmp = {.type = ICMP_ECHO,
			       .checksum = htons(0xf7fd),
			       .un.echo = {.id = htons(1), .sequence = htons(1)}};
	int r = socket(AF_INET, SOCK_RAW, IPPROTO_ICMP);

	for (int i = 0; i < ECHOES; i++)
		if (sendto(r, &icmp, sizeof(icmp), 0, (struct sockaddr *)&here, sizeof(here)) < 0)
			return 0;
	return 1;
}

/** The kernel's counter under `protocol` and `name`. */
static unsigned long counted(const char *protocol, const char *name)
{
	char names[2048], values[2048], *n, *v, *more_n, *more_v;
	unsigned long result = 0;
	FILE *f = fopen("/proc/net/snmp", "r");

	while (f && fgets(names, sizeof(names), f) && fgets(values, sizeof(values), f)) {
		n = strtok_r(names, " \n", &more_n);
		v = strtok_r(values, " \n", &more_v);
		if (strncmp(n, protocol, strlen(protocol)) || n[strlen(protocol)] != ':')
			continue;
		while ((n = strtok_r(NULL, " \n", &more_n)) && (v = strtok_r(NULL, " \n", &more_v)))
			if (!strcmp(n, name))
				sscanf(v, "%lu", &result);
	}
	if (f)
		fclose(f);
	return result;
}

/** Reports whether a connection has still something to send. */
static int is_open(void)
{
	FILE *f = fopen("/proc/net/tcp", "r");
	char line[512];
	unsigned state;
	int n = 0;

	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "%*s %*s %*s %x", &state) == 1)
			n += state != 6 && state != 10; // TIME_WAIT, LISTEN
	if (f)
		fclose(f);
	return n > 0;
}

int main(void)
{
	static const char *const names[][3] = {
	    {"Tcp", "InSegs", "tcpInSegs"},
	    {"Tcp", "OutSegs", "tcpOutSegs"},
	    {"Udp", "InDatagrams", "udpInDatagrams"},
	    {"Udp", "OutDatagrams", "udpOutDatagrams"},
	    {"Ip", "InReceives", "ipInReceives"},
	    {"Ip", "OutRequests", "ipOutRequests"},
	    {"Icmp", "InMsgs", "icmpInMsgs"},
	    {"Icmp", "OutMsgs", "icmpOutMsgs"},
	    {"Icmp", "InEchos", "icmpInEchos"},
	    {"Icmp", "InEchoReps", "icmpInEchoReps"},
	    {"Icmp", "OutEchoReps", "icmpOutEchoReps"},
	};
	struct ifreq lo = {.ifr_name = "lo", .ifr_flags = IFF_UP};
	cpu_set_t one;
	int s;

	here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	here.sin_port = htons(PORT);
	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	if (sched_setaffinity(0, sizeof(one), &one) || unshare(CLONE_NEWNET))
		return 1;
	s = socket(AF_INET, SOCK_DGRAM, 0);
	close(-1000);
	if (ioctl(s, SIOCSIFFLAGS, &lo) || !tcp() || !udp() || !echo())
		return 1;
	while (is_open() || counted("Icmp", "InEchoReps") != ECHOES)
		usleep(1000);
	close(-1001);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		printf("counted %s %lu\n", names[i][2], counted(names[i][0], names[i][1]));
	return 0;
}
