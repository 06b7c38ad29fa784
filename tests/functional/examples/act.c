/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * act VERB[:ARGUMENT][*COUNT]...: does each verb COUNT times and ends with status 0.
 *
 * The workload of most examples. A case names the work and compares the trace with it. Verbs on
 * descriptors use the descriptor that `create`, `file` or `pipe` opened last. Failing calls are
 * part of the work: act ignores their results unless a later verb needs them.
 *
 * To add a verb: a function, and a line in `verbs`.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int current = -1; // the descriptor of the reading and writing verbs
static char data[1 << 20];

static void must(int ok, const char *what)
{
	if (!ok) {
		perror(what);
		exit(1);
	}
}

static void use(int fd)
{
	if (current >= 0)
		close(current);
	current = fd;
}

/* ---- files ---- */

static void do_open(const char *path)
{
	int fd = open(path, O_RDONLY);

	if (fd >= 0)
		close(fd);
}

static void do_create(const char *path)
{
	use(open(path, O_CREAT | O_TRUNC | O_RDWR, 0644));
}

static void do_file(const char *path)
{
	use(open(path, O_RDWR));
}

static void do_close(const char *unused)
{
	use(-1);
}

static void do_read(const char *bytes)
{
	if (read(current, data, strtoul(bytes, NULL, 0)) < 0)
		return;
}

static void do_write(const char *bytes)
{
	if (write(current, data, strtoul(bytes, NULL, 0)) < 0)
		return;
}

static void do_say(const char *text)
{
	if (write(current, text, strlen(text)) < 0)
		return;
}

static void do_pread(const char *offset)
{
	if (pread(current, data, 512, strtol(offset, NULL, 0)) < 0)
		return;
}

static void do_pwrite(const char *offset)
{
	if (pwrite(current, data, 512, strtol(offset, NULL, 0)) < 0)
		return;
}

static void do_readv(const char *bytes)
{
	size_t half = strtoul(bytes, NULL, 0) / 2;
	struct iovec parts[2] = {{data, half}, {data + half, half}};

	if (readv(current, parts, 2) < 0)
		return;
}

static void do_writev(const char *bytes)
{
	size_t half = strtoul(bytes, NULL, 0) / 2;
	struct iovec parts[2] = {{data, half}, {data + half, half}};

	if (writev(current, parts, 2) < 0)
		return;
}

static void do_unlink(const char *path)
{
	unlink(path);
}

static void do_mkdir(const char *path)
{
	mkdir(path, 0755);
}

static void do_chdir(const char *path)
{
	if (chdir(path))
		return;
}

static void do_chmod(const char *path)
{
	chmod(path, 0600);
}

static void do_rename(const char *path) // PATH to PATH.new
{
	char to[256];

	snprintf(to, sizeof(to), "%s.new", path);
	rename(path, to);
}

static void do_pipe(const char *unused) // one end; no process reads the written data
{
	static int ends[2];

	must(!pipe(ends), "pipe");
	use(ends[1]);
}

/* ---- processes and signals ---- */

static void reap(pid_t child)
{
	must(child > 0, "fork");
	must(waitpid(child, NULL, 0) == child, "waitpid");
}

static void do_fork(const char *status)
{
	pid_t child = fork();

	if (!child)
		_exit((int)strtol(status, NULL, 0));
	reap(child);
}

static void *end(void *status)
{
	usleep(20000);
	_exit((int)strtol(status, NULL, 0));
}

static void do_outlive(const char *status) // the second thread of a child outlives the first
{
	pid_t child = fork();
	pthread_t t;

	if (!child) {
		must(!pthread_create(&t, NULL, end, (void *)status), "pthread_create");
		pthread_exit(NULL);
	}
	reap(child);
}

static void do_exec(const char *path)
{
	pid_t child = fork();

	if (!child) {
		execl(path, path, "one", "two", NULL);
		_exit(1);
	}
	reap(child);
}

static void do_die(const char *number)
{
	pid_t child = fork();

	if (!child) {
		kill(getpid(), (int)strtol(number, NULL, 0));
		pause();
	}
	reap(child);
}

static void handler(int number)
{
}

static void do_signal(const char *number) // to itself, handled
{
	int sig = (int)strtol(number, NULL, 0);

	signal(sig, handler);
	kill(getpid(), sig);
}

static void
do_terminate(const char *number) // sends SIGTERM to a process, after asking whether it exists
{
	kill((pid_t)strtol(number, NULL, 0), 0);
	kill((pid_t)strtol(number, NULL, 0), SIGTERM);
}

static void *thread(void *name)
{
	prctl(PR_SET_NAME, name);
	getppid();
	return NULL;
}

static void do_thread(const char *name)
{
	pthread_t t;

	must(!pthread_create(&t, NULL, thread, (void *)name), "pthread_create");
	pthread_join(t, NULL);
}

static void do_as(const char *name)
{
	prctl(PR_SET_NAME, name);
}

static void do_setuid(const char *user)
{
	if (setuid((uid_t)strtol(user, NULL, 0)))
		return;
}

static void do_setgid(const char *group)
{
	if (setgid((gid_t)strtol(group, NULL, 0)))
		return;
}

static void do_ppid(const char *unused)
{
	getppid();
}

static void do_umask(const char *mask)
{
	umask((mode_t)strtol(mask, NULL, 0));
}

static void do_uname(const char *unused)
{
	struct utsname name;

	uname(&name);
}

/* ---- processors and memory ---- */

static volatile unsigned long sink;

__attribute__((noinline)) void burn(unsigned long rounds)
{
	for (unsigned long i = 0; i < rounds; i++)
		sink += i;
}

static long spent(void) // processor time since the thread's start, in ms
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

__attribute__((noinline)) static void spin_until(long ms)
{
	do
		burn(10000);
	while (spent() < ms);
}

static void do_spin(const char *milliseconds) // of processor time, counted from the thread's start
{
	spin_until(strtol(milliseconds, NULL, 0));
}

static void do_more(const char *milliseconds) // of processor time, from now on
{
	spin_until(spent() + strtol(milliseconds, NULL, 0));
}

static void do_forever(const char *unused) // until the tracer ends, whose child it is
{
	int ignored;

	prctl(PR_GET_PDEATHSIG, &ignored); // says to `sampled` of _run.sh that it begins
	for (;;)
		burn(10000);
}

static void do_sleep(const char *microseconds)
{
	struct timespec t = {0, strtol(microseconds, NULL, 0) * 1000};

	nanosleep(&t, NULL);
}

static void do_cpu(const char *number) // run there only
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET((int)strtol(number, NULL, 0), &set);
	must(!sched_setaffinity(0, sizeof(set), &set), "sched_setaffinity");
}

static void do_touch(const char *pages) // memory never touched before: a fault for each
{
	size_t size = strtoul(pages, NULL, 0) * 4096;
	char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	must(p != MAP_FAILED, "mmap");
	madvise(p, size, MADV_NOHUGEPAGE);
	for (size_t i = 0; i < size; i += 4096)
		p[i] = 1;
	munmap(p, size);
}

static void do_malloc(const char *bytes)
{
	void *volatile p = malloc(strtoul(bytes, NULL, 0));

	free(p);
}

static void do_leak(const char *bytes)
{
	void *volatile p = malloc(strtoul(bytes, NULL, 0));

	(void)p;
}

/* ---- the network, within this process ---- */

static struct sockaddr_in here = {.sin_family = AF_INET};

static void do_port(const char *port)
{
	here.sin_port = htons((uint16_t)strtoul(port, NULL, 0));
	here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
}

static void do_refused(const char *unused) // no process listens there
{
	int s = socket(AF_INET, SOCK_STREAM, 0);

	connect(s, (struct sockaddr *)&here, sizeof(here));
	close(s);
}

static void do_tcp(const char *bytes) // connect, send, receive, close
{
	int listener = socket(AF_INET, SOCK_STREAM, 0), client = socket(AF_INET, SOCK_STREAM, 0),
	    server, one = 1;
	ssize_t left = strtol(bytes, NULL, 0);

	setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	must(!bind(listener, (struct sockaddr *)&here, sizeof(here)) && !listen(listener, 8),
	     "listen");
	must(!connect(client, (struct sockaddr *)&here, sizeof(here)), "connect");
	server = accept(listener, NULL, NULL);
	must(send(client, data, (size_t)left, 0) == left, "send");
	shutdown(client, SHUT_WR);
	while (recv(server, data, sizeof(data), 0) > 0)
		;
	close(server);
	must(recv(client, data, 1, 0) == 0, "recv");
	close(client);
	close(listener);
}

static void do_unix(const char *path)
{
	struct sockaddr_un name = {.sun_family = AF_UNIX};
	int s = socket(AF_UNIX, SOCK_STREAM, 0);

	strncpy(name.sun_path, path, sizeof(name.sun_path) - 1);
	connect(s, (struct sockaddr *)&name, sizeof(name));
	close(s);
}

/* ---- functions to look into ---- */

__attribute__((noinline)) long inner(long n)
{
	sink += (unsigned long)n;
	return n * 2;
}

__attribute__((noinline)) long middle(long n)
{
	return inner(n + 1) + 1;
}

__attribute__((noinline)) long outer(long n)
{
	long a = middle(n);

	return a + inner(a);
}

static void do_call(const char *n)
{
	sink += (unsigned long)outer(strtol(n, NULL, 0));
}

static const struct {
	const char *name;
	void (*act)(const char *);
} verbs[] = {
    {"open", do_open},	     {"create", do_create},
    {"file", do_file},	     {"close", do_close},
    {"read", do_read},	     {"write", do_write},
    {"say", do_say},	     {"pread", do_pread},
    {"pwrite", do_pwrite},   {"readv", do_readv},
    {"writev", do_writev},   {"unlink", do_unlink},
    {"mkdir", do_mkdir},     {"chdir", do_chdir},
    {"chmod", do_chmod},     {"rename", do_rename},
    {"pipe", do_pipe},	     {"fork", do_fork},
    {"exec", do_exec},	     {"die", do_die},
    {"signal", do_signal},   {"terminate", do_terminate},
    {"thread", do_thread},   {"as", do_as},
    {"outlive", do_outlive}, {"setuid", do_setuid},
    {"setgid", do_setgid},   {"ppid", do_ppid},
    {"umask", do_umask},     {"uname", do_uname},
    {"spin", do_spin},	     {"more", do_more},
    {"forever", do_forever}, {"sleep", do_sleep},
    {"cpu", do_cpu},	     {"touch", do_touch},
    {"malloc", do_malloc},   {"leak", do_leak},
    {"port", do_port},	     {"refused", do_refused},
    {"tcp", do_tcp},	     {"unix", do_unix},
    {"call", do_call},
};

int main(int argc, char **argv)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (int i = 1; i < argc; i++) {
		char *star = strrchr(argv[i], '*'), *colon = strchr(argv[i], ':');
		long times = star ? strtol(star + 1, NULL, 0) : 1;
		size_t v = 0;

		if (star)
			*star = 0;
		if (colon)
			*colon = 0;
		while (v < sizeof(verbs) / sizeof(*verbs) && strcmp(verbs[v].name, argv[i]))
			v++;
		if (v == sizeof(verbs) / sizeof(*verbs)) {
			fprintf(stderr, "act: no verb %s\n", argv[i]);
			return 2;
		}
		while (times--)
			verbs[v].act(colon ? colon + 1 : "0");
	}
	return 0;
}
