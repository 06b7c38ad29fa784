// SPDX-License-Identifier: BSD-2-Clause
// Sends BYTES bytes over IPv4 and over IPv6, through the loopback device of a separate network
// namespace: its MTU is so large that the kernel passes packets of more than 65535 bytes. Prints
// the port of each server and the number of bytes.
#include <arpa/inet.h>
#include <net/if.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PORT4 = 7811, PORT6 = 7812, BYTES = 20000000 };

static char bulk[BYTES];

static void *drain(void *fd)
{
	static char text[65536];

	while (recv(*(int *)fd, text, sizeof(text), 0) > 0)
		;
	return NULL;
}

static int transfer(struct sockaddr *to, socklen_t size, int port)
{
	int listener = socket(to->sa_family, SOCK_STREAM, 0);
	int c = socket(to->sa_family, SOCK_STREAM, 0), s;
	pthread_t reader;

	if (bind(listener, to, size) || listen(listener, 1) || connect(c, to, size))
		return 0;
	s = accept(listener, NULL, NULL);
	pthread_create(&reader, NULL, drain, &s);
	for (size_t sent = 0; sent < BYTES;) {
		ssize_t n = send(c, bulk + sent, BYTES - sent, 0);

		if (n < 0)
			return 0;
		sent += n;
	}
	close(c);
	pthread_join(reader, NULL);
	close(s);
	printf("%d: %d bytes\n", port, BYTES);
	return 1;
}

int main(void)
{
	struct sockaddr_in four = {.sin_family = AF_INET,
				   .sin_port = htons(PORT4),
				   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	struct sockaddr_in6 six = {
	    .sin6_family = AF_INET6, .sin6_port = htons(PORT6), .sin6_addr = IN6ADDR_LOOPBACK_INIT};
	struct ifreq lo = {.ifr_name = "lo", .ifr_flags = IFF_UP};

	if (unshare(CLONE_NEWNET) || ioctl(socket(AF_INET, SOCK_DGRAM, 0), SIOCSIFFLAGS, &lo))
		return 1;
	return !transfer((struct sockaddr *)&four, sizeof(four), PORT4) ||
	       !transfer((struct sockaddr *)&six, sizeof(six), PORT6);
}
