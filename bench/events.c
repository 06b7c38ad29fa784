/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * events VERB BATCHES CALLS FILE: measures the cost of one event of the kind VERB, in ns of this
 * process's CPU time, and appends the cost in the fastest batch to FILE. The fastest is used
 * because the time of interrupts counts as this process's time.
 */
#include "measure.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>

static void check_works(bool works, const char *what)
{
	if (works)
		return;
	perror(what);
	exit(1);
}

// ---- the network: from one socket of the loopback device to another

static int from, to;
static struct sockaddr_in reader = {.sin_family = AF_INET};

static void open_reader(int type)
{
	socklen_t len = sizeof(reader);

	reader.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	to = socket(AF_INET, type, 0);
	from = socket(AF_INET, type, 0);
	check_works(!bind(to, (struct sockaddr *)&reader, len) &&
			!getsockname(to, (struct sockaddr *)&reader, &len),
		    "bind");
}

static void prepare_datagram(void)
{
	open_reader(SOCK_DGRAM);
}

static void prepare_unwanted(void)
{
	open_reader(SOCK_DGRAM);
	close(to);
}

/** Sends a datagram. The first send after the answer "port unreachable" fails, so it tries again.
 */
static void send_datagram(void)
{
	struct sockaddr *address = (struct sockaddr *)&reader;

	if (sendto(from, "x", 1, 0, address, sizeof(reader)) != 1)
		sendto(from, "x", 1, 0, address, sizeof(reader));
}

static void prepare_segment(void)
{
	int listener;

	open_reader(SOCK_STREAM);
	listener = to;
	check_works(!listen(listener, 1), "listen");
	check_works(!connect(from, (struct sockaddr *)&reader, sizeof(reader)), "connect");
	to = accept(listener, NULL, NULL);
	check_works(to >= 0, "accept");
}

static void send_segment(void)
{
	char byte;

	check_works(write(from, "x", 1) == 1 && read(to, &byte, 1) == 1, "segment");
}

/** Causes two changes of state: to listening and to closed. */
static void open_listener(void)
{
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	check_works(fd >= 0 && !listen(fd, 1), "listener");
	close(fd);
}

// ---- files, disks, memory, signals

static int file;

static void prepare_null(void)
{
	file = open("/dev/null", O_WRONLY);
}

static void write_byte(void)
{
	check_works(write(file, "x", 1) == 1, "write");
}

/** Opens this program, a file on the file system of the build directory. */
static void prepare_block(void)
{
	file = open("/proc/self/exe", O_RDONLY | O_DIRECT);
	check_works(file >= 0, "O_DIRECT");
}

static void read_block(void)
{
	static char buffer[4096] __attribute__((aligned(4096)));

	check_works(pread(file, buffer, sizeof(buffer), 0) > 0, "read");
}

static char *page;

static void prepare_page(void)
{
	page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void touch_page(void)
{
	*(volatile char *)page = 1;
	madvise(page, 4096, MADV_DONTNEED);
}

/** Sends a signal that is ignored. */
static void send_signal(void)
{
	kill(getpid(), SIGURG);
}

// ---- threads

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void lock_mutex(void)
{
	pthread_mutex_lock(&mutex);
	pthread_mutex_unlock(&mutex);
}

static int ping[2], pong[2];

static void *answer_requests(void *unused)
{
	char byte;

	while (read(ping[0], &byte, 1) == 1)
		check_works(write(pong[1], &byte, 1) == 1, "pong");
	return unused;
}

static void prepare_switch(void)
{
	pthread_t thread;

	check_works(!pipe(ping) && !pipe(pong) &&
			!pthread_create(&thread, NULL, answer_requests, NULL),
		    "thread");
}

/** Causes two switches, to the thread and back, with a wake-up each. */
static void switch_threads(void)
{
	char byte = 'x';

	check_works(write(ping[1], &byte, 1) == 1 && read(pong[0], &byte, 1) == 1, "ping");
}

static const struct verb {
	const char *name;
	void (*prepare)(void); // or NULL
	void (*call)(void);
} verbs[] = {
    {"block", prepare_block, read_block},
    {"datagram", prepare_datagram, send_datagram},
    {"fault", prepare_page, touch_page},
    {"listener", NULL, open_listener},
    {"mutex", NULL, lock_mutex},
    {"segment", prepare_segment, send_segment},
    {"signal", NULL, send_signal},
    {"switch", prepare_switch, switch_threads},
    {"unwanted", prepare_unwanted, send_datagram},
    {"write", prepare_null, write_byte},
};

static const struct verb *verb_of(const char *name)
{
	for (size_t i = 0; i < sizeof(verbs) / sizeof(*verbs); i++)
		if (!strcmp(verbs[i].name, name))
			return &verbs[i];
	return NULL;
}

int main(int argc, char **argv)
{
	const struct verb *verb = argc == 5 ? verb_of(argv[1]) : NULL;

	if (!verb)
		return 2;

	int batches = atoi(argv[2]), calls = atoi(argv[3]);
	double *cost = calloc(batches, sizeof(*cost));

	use_last_cpu();
	if (verb->prepare)
		verb->prepare();
	for (int b = 0; b < batches; b++) {
		double start = now(CLOCK_PROCESS_CPUTIME_ID);

		for (int i = 0; i < calls; i++)
			verb->call();
		cost[b] = (now(CLOCK_PROCESS_CPUTIME_ID) - start) / calls;
	}
	int failed = append(argv[4], least(cost, batches));

	free(cost);
	return failed;
}
