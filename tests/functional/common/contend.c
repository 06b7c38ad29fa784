// SPDX-License-Identifier: BSD-2-Clause
/*
 * contend VERB: threads wait for a lock of the kernel whose owner sleeps in it, one after the
 *other.
 *
 *	mutex	a thread reads from a terminal and waits there with a mutex; a second one waits for
 *that error	the same, and a signal ends the second one's wait rw	a thread reads a directory
 *into memory that is not there (userfaultfd) and waits with the directory's lock; a second one
 *wants to write there, a third one to read
 *
 * Prints the names of the waiting threads and the nanoseconds that each must have waited at least.
 */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { PAGE = 4096 };

struct waiter {
	pthread_t thread;
	const char *name;
	void (*work)(void);
	pid_t tid;
};

static int terminal;
static char directory[] = "/tmp/contend.XXXXXX";
static char below[sizeof(directory) + 2]; // in it
static char *absent;			  // a page of memory
static long begun, ended;

static long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000 + t.tv_nsec;
}

static void *run(void *arg)
{
	struct waiter *w = arg;

	prctl(PR_SET_NAME, w->name);
	__atomic_store_n(&w->tid, gettid(), __ATOMIC_SEQ_CST);
	w->work();
	return NULL;
}

/** Does the thread sleep in that system call? */
static bool sleeps_in(pid_t tid, long call)
{
	char path[64], text[100] = "";
	int fd;

	snprintf(path, sizeof(path), "/proc/self/task/%d/syscall", tid);
	fd = open(path, O_RDONLY);
	if (read(fd, text, sizeof(text) - 1) <= 0)
		return false;
	close(fd);
	return isdigit(text[0]) && atol(text) == call; // else it is "running"
}

/** Start the thread; return when it has slept in that call for 10 ms. */
static void start(struct waiter *w, long call)
{
	pid_t tid;

	pthread_create(&w->thread, NULL, run, w);
	while (!(tid = __atomic_load_n(&w->tid, __ATOMIC_SEQ_CST)))
		usleep(100);
	for (int n = 0; n < 10; n++) {
		usleep(1000);
		if (!sleeps_in(tid, call))
			n = 0;
	}
	begun = now();
}

static void reads_terminal(void)
{
	char text[8];

	if (read(terminal, text, sizeof(text)) < 0 && errno != EINTR)
		exit(1);
}

static void reads_directory(void)
{
	int fd = open(directory, O_RDONLY | O_DIRECTORY);

	if (syscall(SYS_getdents64, fd, absent, PAGE) < 0)
		exit(1);
}

static void reads_again(void)
{
	static char text[PAGE];
	int fd = open(directory, O_RDONLY | O_DIRECTORY);

	if (syscall(SYS_getdents64, fd, text, PAGE) < 0)
		exit(1);
}

static void writes_directory(void)
{
	if (mkdirat(AT_FDCWD, below, 0700))
		exit(1);
}

static void interrupted(int signal)
{
}

static void report(const struct waiter *w)
{
	printf("%s %ld\n", w->name, ended - begun);
}

static int mutex(bool interrupt)
{
	struct waiter owner = {.name = "owner", .work = reads_terminal};
	struct waiter second = {.name = "second", .work = reads_terminal};
	int master = posix_openpt(O_RDWR | O_NOCTTY);
	struct termios raw;

	grantpt(master);
	unlockpt(master);
	terminal = open(ptsname(master), O_RDWR | O_NOCTTY);
	tcgetattr(terminal, &raw);
	cfmakeraw(&raw);
	tcsetattr(terminal, TCSANOW, &raw);
	start(&owner, SYS_read);
	start(&second, SYS_read);
	usleep(20000);
	ended = now();
	if (interrupt)
		pthread_kill(second.thread, SIGUSR1);
	else if (write(master, "1", 1) != 1)
		return 1;
	pthread_join(interrupt ? second.thread : owner.thread, NULL);
	if (write(master, "2", 1) != 1)
		return 1;
	pthread_join(interrupt ? owner.thread : second.thread, NULL);
	report(&second);
	return 0;
}

static int rw(void)
{
	struct waiter owner = {.name = "owner", .work = reads_directory};
	struct waiter writer = {.name = "writer", .work = writes_directory};
	struct waiter reader = {.name = "reader", .work = reads_again};
	struct uffdio_api api = {.api = UFFD_API};
	struct uffdio_register area = {.mode = UFFDIO_REGISTER_MODE_MISSING};
	struct uffdio_zeropage zero = {0};
	int uffd = syscall(SYS_userfaultfd, O_CLOEXEC);

	if (uffd < 0) {
		printf("this kernel has no userfaultfd\n");
		return 77;
	}
	absent = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	area.range.start = zero.range.start = (unsigned long)absent;
	area.range.len = zero.range.len = PAGE;
	if (!mkdtemp(directory) || ioctl(uffd, UFFDIO_API, &api) ||
	    ioctl(uffd, UFFDIO_REGISTER, &area))
		return 1;
	snprintf(below, sizeof(below), "%s/x", directory);
	start(&owner, SYS_getdents64);
	start(&writer, SYS_mkdirat);
	start(&reader, SYS_getdents64);
	usleep(20000);
	ended = now();
	ioctl(uffd, UFFDIO_ZEROPAGE, &zero);
	pthread_join(owner.thread, NULL);
	pthread_join(writer.thread, NULL);
	pthread_join(reader.thread, NULL);
	rmdir(below);
	rmdir(directory);
	report(&writer); // it began earlier than that
	report(&reader);
	return 0;
}

int main(int argc, char **argv)
{
	struct sigaction act = {.sa_handler = interrupted}; // without SA_RESTART

	if (argc != 2)
		return 2;
	sigaction(SIGUSR1, &act, NULL);
	return !strcmp(argv[1], "rw") ? rw() : mutex(!strcmp(argv[1], "error"));
}
