/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * network VERB BATCHES CALLS FILE: the cost of one datagram to a port of the loopback device whose
 * reader sleeps, or of one socket that listens and is closed, in ns of this thread's CPU time. It
 * appends the median of the batches to FILE.
 */
#include "measure.h"

#include <arpa/inet.h>
#include <string.h>
#include <sys/socket.h>

static struct sockaddr_in any_port(void)
{
	return (struct sockaddr_in){.sin_family = AF_INET,
				    .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
}

static int from, to;
static struct sockaddr_in reader;

static void prepare(void)
{
	struct sockaddr_in a = any_port();
	socklen_t len = sizeof(reader);

	from = socket(AF_INET, SOCK_DGRAM, 0);
	to = socket(AF_INET, SOCK_DGRAM, 0);
	if (bind(to, (struct sockaddr *)&a, sizeof(a)) ||
	    getsockname(to, (struct sockaddr *)&reader, &len))
		exit(1);
}

static void datagram(void)
{
	if (sendto(from, "x", 1, 0, (struct sockaddr *)&reader, sizeof(reader)) != 1)
		exit(1);
}

static void listener(void)
{
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (fd < 0 || listen(fd, 1))
		exit(1);
	close(fd);
}

int main(int argc, char **argv)
{
	if (argc != 5)
		return 2;

	void (*call)(void) = !strcmp(argv[1], "datagram") ? datagram : listener;
	int batches = atoi(argv[2]), calls = atoi(argv[3]);
	double *cost = calloc(batches, sizeof(*cost));

	prepare();
	use_last_cpu();
	for (int b = 0; b < batches; b++) {
		double start = now(CLOCK_THREAD_CPUTIME_ID);

		for (int i = 0; i < calls; i++)
			call();
		cost[b] = (now(CLOCK_THREAD_CPUTIME_ID) - start) / calls;
	}
	int failed = append(argv[4], median(cost, batches));

	free(cost);
	return failed;
}
