/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * _sessions THREADS ROUNDS: each thread opens, uses and closes ROUNDS sessions of all kinds. Their
 * results must be exact, and descriptors, threads and mappings of kernel objects must not remain.
 */
#include <dtrace/dtrace.h>

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CALLS = 100, MOST_THREADS = 64 };

static int nowhere;
static int rounds;

#define expect(what)                                                                   \
	do {                                                                           \
		if (!(what)) {                                                         \
			fprintf(stderr, "%s:%d: not " #what "\n", __func__, __LINE__); \
			abort();                                                       \
		}                                                                      \
	} while (0)

static void check(struct dtrace_error *err)
{
	if (err)
		fprintf(stderr, "%s\n", dtrace_error_message(err));
	expect(!err);
}

static struct dtrace *open_session(const char *text)
{
	char own[24];
	const char *const args[] = {"sessions", own};
	struct dtrace *d;

	snprintf(own, sizeof(own), "%d", gettid());
	check(dtrace_open(&d));
	check(dtrace_setopt(d, "quiet", NULL));
	check(dtrace_set_output(d, nowhere));
	dtrace_set_args(d, args, strstr(text, "$1") ? 2 : 1);
	check(dtrace_add(d, DTRACE_TEXT_NAME, text));
	return d;
}

static struct dtrace *start(const char *text)
{
	struct dtrace *d = open_session(text);

	check(dtrace_check(d));
	check(dtrace_go(d));
	return d;
}

static void finish(struct dtrace *d)
{
	struct dtrace_error *err = NULL;

	while (dtrace_work(d, &err) == DTRACE_WORK_OKAY)
		;
	check(err);
	check(dtrace_stop(d, false));
	dtrace_close(d);
}

/** Calls of this thread, counted by an aggregation. */
static void count_calls(void)
{
	struct dtrace *d = start("syscall::getpriority:entry /tid == $1/ { @c[tid, probefunc] = "
				 "count(); } syscall::getsid:entry /tid == $1/ { exit(0); }");
	struct dtrace_aggregation *a;

	for (int i = 0; i < CALLS; i++)
		syscall(SYS_getpriority, 0, 0);
	check(dtrace_aggregation_read(d, "c", false, &a));
	expect(dtrace_aggregation_rows(a) == 1 && dtrace_aggregation_number(a, 0) == CALLS);
	expect(!strcmp(dtrace_aggregation_key_text(a, 0, 1), "getpriority"));
	dtrace_aggregation_free(a);
	syscall(SYS_getsid, 0);
	finish(d);
}

static void count_record(void *arg, const struct dtrace_record *r)
{
	if (!dtrace_record_has(r, 0))
		return; // the record of exit()
	++*(int *)arg;
	expect(dtrace_record_integer(r, 0) == gettid());
	expect(*dtrace_record_text(r, 1));
}

/** Calls of this thread, passed to a handler. */
static void handle_records(void)
{
	int seen = 0;
	const struct dtrace_handler handler = {
	    .size = sizeof(handler), .arg = &seen, .record = count_record};
	struct dtrace *d =
	    open_session("syscall::getpriority:entry /tid == $1/ { trace(tid); ustack(3); } "
			 "syscall::getsid:entry /tid == $1/ { exit(0); }");

	check(dtrace_set_handler(d, &handler));
	check(dtrace_check(d));
	check(dtrace_go(d));
	for (int i = 0; i < CALLS; i++)
		syscall(SYS_getpriority, 0, 0);
	syscall(SYS_getsid, 0);
	finish(d);
	expect(seen == CALLS);
}

/** Types and symbols of the kernel, stacks of all processes, timers. */
static void sample(void)
{
	finish(start("BEGIN { trace(curthread->pid); } "
		     "profile-997 /pid == $pid/ { @[stack(), ustack(), execname] = count(); } "
		     "tick-5ms { exit(0); }"));
}

/** A command. */
static void follow_command(void)
{
	struct dtrace *d =
	    open_session("syscall::exit_group:entry /pid == $target/ { @ = count(); }");

	check(dtrace_command(d, "/bin/true"));
	check(dtrace_check(d));
	check(dtrace_go(d));
	finish(d);
}

/** Probes of a session. */
struct seen {
	struct dtrace *d;
	int n;
};

static void look_at_probe(void *arg, const struct dtrace_probe *p)
{
	struct dtrace_argument argument = {.size = sizeof(argument)};
	struct seen *seen = arg;

	seen->n++;
	expect(dtrace_probe_argument(seen->d, p->id, 0, &argument));
}

static void ignore_link(void *arg, const struct dtrace_live *l)
{
}

static void ignore_member(void *arg, const struct dtrace_member *m)
{
}

/** Errors of programs; probes and types. */
static void describe(void)
{
	struct seen seen = {0};
	struct dtrace *d = open_session("BEGIN { trace(nosuch); }");
	struct dtrace_error *err = dtrace_check(d);

	expect(err && dtrace_diagnostics(d));
	dtrace_error_free(err);
	dtrace_close(d);
	seen.d = d = open_session("syscall::open*:");
	check(dtrace_check(d));
	check(dtrace_each_probe(d, look_at_probe, &seen));
	expect(seen.n > 4);
	expect(dtrace_each_member(d, "struct task_struct", ignore_member, NULL));
	dtrace_close(d);
	check(dtrace_each_live(true, ignore_link, NULL));
}

static void (*const uses[])(void) = {count_calls, handle_records, sample, follow_command, describe};

static void *run(void *arg)
{
	const size_t n = sizeof(uses) / sizeof(*uses), first = *(size_t *)arg;

	for (int i = 0; i < rounds; i++)
		uses[(first + (size_t)i) % n]();
	return NULL;
}

static void run_threads(size_t n)
{
	pthread_t threads[MOST_THREADS];
	size_t numbers[MOST_THREADS];

	for (size_t i = 0; i < n; i++) {
		numbers[i] = i;
		expect(!pthread_create(&threads[i], NULL, run, &numbers[i]));
	}
	for (size_t i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
}

static int count_entries(const char *path)
{
	DIR *dir = opendir(path);
	int n = 0;

	while (readdir(dir))
		n++;
	closedir(dir);
	return n;
}

/** Counts the mappings of kernel objects, such as rings and maps. */
static int count_mappings(void)
{
	FILE *f = fopen("/proc/self/maps", "r");
	char line[4096];
	int n = 0;

	while (fgets(line, sizeof(line), f))
		n += strstr(line, "anon_inode:") != NULL;
	fclose(f);
	return n;
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), files, more_files, more_threads;

	nowhere = open("/dev/null", O_WRONLY);
	expect(nowhere >= 0 && n <= MOST_THREADS);
	rounds = sizeof(uses) / sizeof(*uses); // loads what sessions share
	run_threads(1);
	files = count_entries("/proc/self/fd");
	rounds = atoi(argv[2]);
	run_threads((size_t)n);
	more_files = count_entries("/proc/self/fd") - files;
	// The library keeps a thread for each query that waited beside others.
	more_threads = count_entries("/proc/self/task") - 2 - (1 + n);
	if (more_files || count_mappings() || more_threads > 1)
		printf("%d more descriptors, %d mappings, %d more threads\n", more_files,
		       count_mappings(), more_threads);
	else
		puts("nothing left");
	return 0;
}
