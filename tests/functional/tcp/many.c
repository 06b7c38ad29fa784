// SPDX-License-Identifier: BSD-2-Clause
// many N: N connections over the loopback device of a separate network namespace, two at a time, as
// fast as possible: opened, and closed by the client, then by the server.
#include <arpa/inet.h>
#include <net/if.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PORT = 7800, CLIENTS = 2, PER_ADDRESS = 10000 }; // before ports run out

static int total, listener;

static void check(int result, const char *what)
{
	if (result >= 0)
		return;
	perror(what);
	exit(1);
}

static struct sockaddr_in address(unsigned host)
{
	return (struct sockaddr_in){.sin_family = AF_INET,
				    .sin_port = htons(PORT),
				    .sin_addr.s_addr = htonl(0x7f000001 + host)};
}

static void *client(void *arg)
{
	long number = (long)arg;
	char byte;

	for (int i = 0; i < total / CLIENTS; i++) {
		struct sockaddr_in to = address(i / PER_ADDRESS * CLIENTS + number);
		int fd = socket(AF_INET, SOCK_STREAM, 0);

		check(connect(fd, (struct sockaddr *)&to, sizeof(to)), "connect");
		shutdown(fd, SHUT_WR);
		check(read(fd, &byte, 1), "read");
		close(fd);
	}
	return NULL;
}

static void *server(void *arg)
{
	char byte;

	(void)arg;
	for (int i = 0; i < total / CLIENTS * CLIENTS; i++) {
		int fd = accept(listener, NULL, NULL);

		check(fd, "accept");
		check(read(fd, &byte, 1), "read");
		close(fd);
	}
	return NULL;
}

static void loopback_up(void)
{
	struct ifreq lo = {.ifr_name = "lo", .ifr_flags = IFF_UP};
	int fd = socket(AF_INET, SOCK_DGRAM, 0);

	check(ioctl(fd, SIOCSIFFLAGS, &lo), "lo");
	close(fd);
}

int main(int argc, char **argv)
{
	struct sockaddr_in any = {.sin_family = AF_INET, .sin_port = htons(PORT)};
	pthread_t threads[CLIENTS + 1];

	total = argc > 1 ? atoi(argv[1]) : 1000;
	check(unshare(CLONE_NEWNET), "unshare");
	loopback_up();
	listener = socket(AF_INET, SOCK_STREAM, 0);
	check(bind(listener, (struct sockaddr *)&any, sizeof(any)), "bind");
	check(listen(listener, 128), "listen");
	for (long i = 0; i < CLIENTS; i++)
		pthread_create(&threads[i], NULL, client, (void *)i);
	pthread_create(&threads[CLIENTS], NULL, server, NULL);
	for (int i = 0; i <= CLIENTS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
