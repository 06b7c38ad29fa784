/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * place-driver MODE PROGRAM SITES THREADS FLAGS [N]: starts the test's target (target.c), and
 * places hand-made stubs in it. Modes:
 *
 *	cycles	attaches and detaches N times; every call must be counted once
 *	faults	kills placer, tracer, both at every step; then cleans
 *	kills	kills placer, tracer, both at N random moments; then cleans
 *	deaths	kills the target at every step
 *	stopped	attaches and detaches while job control has stopped the target
 *	times	attaches and detaches once; prints how long the target stood still
 *	held	the same as `open`, but another process traces the target
 *	open	prints what dt_place_open() says about the target, and allocates memory
 *	open PID	or about another process
 *
 * Prints "ok", or what was wrong.
 */
#include "base/read/stream.h"
#include "base/time.h"
#include "base/vec.h"
#include "place/place.h"
#include "sites.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	PAGE = 4096,
	STUB_SIZE = 128,
	STUB_COPIES = 20,
	STUB_LAST = 42, // the copy of the last instruction, behind its point
	STUB_END = 65,
	SITE_MOVED = 4, // copies of instructions, and the point
	PATH_SIZE = 64,
	N_MEMORY = 2,
	DEATH_MS = 3000,     // on a busy machine
	KILL_US = 20000,     // attaching and detaching takes about so long
	FAULT_END_MS = 5000, // for a placer whose tracer was killed
};

static void fail(const char *fmt, ...) dt_printf_like(1, 2);

static void fail(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	printf("\n");
	exit(1);
}

/** Prints an error and ends. */
static void check(struct dt_error *err, const char *doing)
{
	if (err)
		fail("%s: %s", doing, err->message);
}

// ---- the target

struct process {
	pid_t pid;
	int in, out, memory;
	struct site_facts facts;
	uint8_t *text; // of the sites, original
	size_t size;
};

static void read_memory(const struct process *p, uint64_t at, void *to, size_t n)
{
	if (pread(p->memory, to, n, (off_t)at) != (ssize_t)n)
		fail("memory of the target at %lx", (unsigned long)at);
}

/** Reads the facts of a program that has just started, or executed itself. */
static void receive_facts(struct process *p)
{
	char path[PATH_SIZE];

	if (!dt_stream_receive(p->out, &p->facts, sizeof(p->facts)))
		fail("the target did not start");
	if (p->memory >= 0)
		close(p->memory);
	snprintf(path, sizeof(path), "/proc/%d/task/%d/mem", p->facts.tid, p->facts.tid);
	p->memory = open(path, O_RDONLY | O_CLOEXEC);
	p->size = (size_t)p->facts.n * SITE_STRIDE;
	p->text = dt_realloc(p->text, p->size);
}

static void start_target(char **argv, struct process *p)
{
	int in[2], out[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in) ||
	    socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, out))
		fail("socketpair");
	p->pid = fork();
	if (!p->pid) {
		dup2(in[0], 0);
		dup2(out[0], 1);
		execv(argv[0], argv);
		_exit(127);
	}
	close(in[0]);
	close(out[0]);
	p->in = in[1];
	p->out = out[1];
	p->memory = -1;
	receive_facts(p);
	read_memory(p, p->facts.sites, p->text, p->size);
}

/** Reports whether every byte of the sites is the original one. */
static bool is_restored(const struct process *p)
{
	dt_cleanup(dt_free_p) uint8_t *now = dt_malloc(p->size);

	read_memory(p, p->facts.sites, now, p->size);
	return memcmp(now, p->text, p->size) == 0;
}

static struct site_totals end_target(struct process *p)
{
	struct site_totals t;
	int status;

	shutdown(p->in, SHUT_WR);
	if (!dt_stream_receive(p->out, &t, sizeof(t)))
		fail("the target died");
	waitpid(p->pid, &status, 0);
	if (!WIFEXITED(status) || WEXITSTATUS(status))
		fail("the target ended with status %x", (unsigned)status);
	if (t.wrong)
		fail("%lu of %lu calls were wrong", (unsigned long)t.wrong, (unsigned long)t.calls);
	return t;
}

// ---- stubs

static void put_distance(uint8_t *at, uint64_t from, uint64_t to)
{
	int32_t distance = (int32_t)(to - from);

	memcpy(at, &distance, sizeof(distance));
}

/** Counts in counters[0] if the directory is there; then copies. The last one counts in
 *  counters[1], and a point in front of it in counters[2]. */
static void write_stub(uint8_t *bytes, uint64_t at, uint64_t site, uint64_t directory,
		       uint64_t counters)
{
	static const uint8_t form[STUB_END] = {
	    0x9c,					    // pushfq
	    0x48, 0x83, 0x3d, 0,    0, 0, 0, 0,		    // cmpq $0,directory(%rip)
	    0x74, 0x08,					    // je over the next
	    0xf0, 0x48, 0xff, 0x05, 0, 0, 0, 0,		    // lock incq counters(%rip)
	    0x9d,					    // popfq
	    0x53,					    // push %rbx
	    0x48, 0x89, 0xfb,				    // mov %rdi,%rbx
	    0x48, 0x83, 0x3d, 0,    0, 0, 0, 0, 0x74, 0x08, // the same check
	    0xf0, 0x48, 0xff, 0x05, 0, 0, 0, 0,		    // lock incq counters+16(%rip)
	    0x48, 0x83, 0x3d, 0,    0, 0, 0, 0, 0x74, 0x08, // the same check
	    0xf0, 0x48, 0xff, 0x05, 0, 0, 0, 0,		    // lock incq counters+8(%rip)
	    0xe9, 0,	0,    0,    0,			    // jmp back
	};

	memcpy(bytes, form, sizeof(form));
	put_distance(bytes + 4, at + 9, directory);
	put_distance(bytes + 15, at + 19, counters);
	put_distance(bytes + 27, at + 32, directory);
	put_distance(bytes + 38, at + 42, counters + 16);
	put_distance(bytes + 45, at + 50, directory);
	put_distance(bytes + 56, at + 60, counters + 8);
	put_distance(bytes + 61, at + STUB_END, site + SITE_END);
}

/** Everything about one attachment. */
struct attachment {
	struct dt_place_patch *patches;
	struct dt_place_moved *moved;
	struct dt_place_code *stubs;
	uint8_t *code;
	size_t n, n_patches; // sites; every other one has two patches
	struct dt_place_memory memory[N_MEMORY];
};

static void create_attachment(const struct process *p, struct attachment *a)
{
	uint64_t low = p->facts.sites, high = low + p->size;
	size_t n = p->facts.n, code = (n * STUB_SIZE + PAGE - 1) / PAGE * PAGE;

	*a = (struct attachment){.patches = dt_zalloc(2 * n * sizeof(*a->patches)),
				 .moved = dt_zalloc(SITE_MOVED * n * sizeof(*a->moved)),
				 .stubs = dt_zalloc(n * sizeof(*a->stubs)),
				 .code = dt_zalloc(code),
				 .n = n};
	a->memory[0] =
	    (struct dt_place_memory){.size = code + PAGE, .low = low, .high = high, .shared = PAGE};
	a->memory[1] =
	    (struct dt_place_memory){.size = PAGE, .low = low, .high = high, .is_data = true};
}

static void destroy_attachment(struct attachment *a)
{
	free(a->patches);
	free(a->moved);
	free(a->stubs);
	free(a->code);
	if (a->memory[0].fd >= 0)
		close(a->memory[0].fd);
}

static struct dt_place_patch *add_patch(const struct process *p, struct attachment *a, uint64_t at,
					uint8_t size)
{
	struct dt_place_patch *patch = &a->patches[a->n_patches++];

	*patch = (struct dt_place_patch){.at = at, .size = size};
	memcpy(patch->old, p->text + (at - p->facts.sites), size);
	return patch;
}

static void add_jump(const struct process *p, struct attachment *a, uint64_t at, uint64_t to)
{
	struct dt_place_patch *patch = add_patch(p, a, at, 5);

	patch->new[0] = 0xe9;
	put_distance(patch->new + 1, at + 5, to);
}

static void fill_attachment(const struct process *p, struct attachment *a)
{
	uint64_t code = a->memory[0].at, counters = code + a->memory[0].size - PAGE;

	for (size_t i = 0; i < a->n; i++) {
		uint64_t site = p->facts.sites + i * SITE_STRIDE, at = code + i * STUB_SIZE;
		uint64_t copies = at + STUB_COPIES;
		struct dt_place_moved *moved = a->moved + SITE_MOVED * i;

		write_stub(a->code + i * STUB_SIZE, at, site, a->memory[1].at, counters);
		if (i % 2) {
			struct dt_place_patch *hop = add_patch(p, a, site, 2);

			hop->new[0] = 0xeb;
			hop->new[1] = SITE_PADDING - 2;
			add_jump(p, a, site + SITE_PADDING, at);
		} else {
			add_jump(p, a, site, at);
		}
		moved[0] = (struct dt_place_moved){site, copies, false};
		moved[1] = (struct dt_place_moved){site + SITE_PUSH, copies + SITE_PUSH, false};
		moved[2] = (struct dt_place_moved){site + SITE_MOV, at + STUB_LAST, false};
		moved[3] = (struct dt_place_moved){site + SITE_MOV, copies + SITE_MOV, false};
		a->stubs[i] = (struct dt_place_code){at, at + STUB_END};
	}
}

/** Attaches to all sites. `pass` gets the memory before the first site is written; may be NULL. */
static struct dt_error *attach(struct dt_placer *placer, struct process *p, struct attachment *a,
			       int pass)
{
	uint64_t one = 1;

	DT_TRY(dt_place_allocate(placer, p->pid, a->memory, N_MEMORY));
	fill_attachment(p, a);
	if (pass >= 0)
		dt_stream_send_fds(pass, "", 1, &a->memory[0].fd, 1);
	DT_TRY(dt_place_write(placer, p->pid, a->memory[0].at, a->code, a->n * STUB_SIZE));
	DT_TRY(dt_place_write(placer, p->pid, a->memory[1].at, &one, sizeof(one)));
	return dt_place_patch(placer, p->pid, a->patches, a->n_patches, a->moved, SITE_MOVED * a->n,
			      a->stubs, a->n);
}

/** Returns the count of a memfd's second word. No thread reaches the copy without the point, even
 * if it is moved; it counts at the point first. */
static uint64_t read_placed(int fd)
{
	uint64_t counters[3] = {0};

	if (pread(fd, counters, sizeof(counters), 0) != sizeof(counters))
		fail("failed to read the region");
	if (counters[2] < counters[1])
		fail("%lu calls passed a point by", (unsigned long)(counters[1] - counters[2]));
	return counters[1];
}

static size_t count_absent(const struct attachment *a)
{
	size_t n = 0;

	for (size_t i = 0; i < a->n_patches; i++)
		n += a->patches[i].is_absent;
	return n;
}

// ---- modes

/** Reports whether an error only says that the target has gone on to another program. */
static bool has_executed(struct dt_error *err, struct process *p)
{
	bool is = err && err->code == DT_ERR_PROC_GONE;

	if (!is)
		return false;
	dt_error_destroy(err);
	receive_facts(p);
	return true;
}

/** Reports whether a region is mapped: a thread may need it for some time. */
static bool has_region(pid_t pid)
{
	dt_cleanup(dt_free_p) char *path = dt_asprintf("/proc/%d/maps", pid);
	char line[PATH_SIZE * 8];
	bool has = false;
	FILE *f = fopen(path, "re");

	while (f && !has && fgets(line, sizeof(line), f))
		has = strstr(line, "/memfd:dtrace-probes");
	if (f)
		fclose(f);
	return has;
}

static void run_cycles(char **argv, unsigned n, bool executes)
{
	struct process p = {0};
	struct dt_placer *placer;
	struct dt_place_facts facts;
	dt_vec(int) late = {0};
	uint64_t placed = 0;
	size_t absent = 0;

	start_target(argv, &p);
	check(dt_placer_create(&placer), "create");
	for (unsigned i = 0; i < n; i++) {
		struct attachment a;
		struct dt_error *err = dt_place_open(placer, p.pid, &facts);

		if (executes && has_executed(err, &p))
			continue;
		check(err, "open");
		create_attachment(&p, &a);
		err = attach(placer, &p, &a, -1);
		if (!executes)
			check(err, "attach");
		dt_error_destroy(err);
		absent += count_absent(&a);
		usleep(500);
		check(dt_place_remove(placer, p.pid), "remove");
		if (!executes && !is_restored(&p))
			fail("cycle %u: text is not restored", i);
		if (has_region(p.pid)) {
			dt_vec_push(&late, a.memory[0].fd); // more may be counted there
			a.memory[0].fd = -1;
		} else if (!executes) {
			placed += read_placed(a.memory[0].fd);
		}
		destroy_attachment(&a);
	}
	dt_placer_end(placer);
	if (executes) {
		kill(p.pid, SIGKILL);
		return;
	}
	struct site_totals t = end_target(&p);

	dt_vec_foreach (&late, fd)
		placed += read_placed(*fd);
	if (t.plain + placed != t.calls)
		fail("%lu calls, %lu plain and %lu placed", (unsigned long)t.calls,
		     (unsigned long)t.plain, (unsigned long)placed);
	if (!placed)
		fail("no call was counted by a stub");
	fprintf(stderr, "%lu calls, %lu placed, %zu sites absent, memory stayed %zu times\n",
		(unsigned long)t.calls, (unsigned long)placed, absent, late.len);
	dt_vec_deinit(&late);
}

// ---- faults

enum { PLACER = 1, TRACER, BOTH, TARGET };

/** In a process of its own: attaches and detaches, with a fault at a step. Sends the placer's pid,
 *  then the memfd, to its parent. */
static void trace_once(struct process *p, int parent, unsigned step, int whom)
{
	dt_cleanup(dt_free_p) char *fault = dt_asprintf("%u:%d", step, whom);
	struct dt_place_facts facts;
	struct dt_placer *placer;
	struct attachment a;
	pid_t pid;

	dt_cleanup(dt_free_p) char *target = dt_asprintf("%d", p->pid);

	setenv("DT_PLACE_FAULT", fault, 1);
	setenv("DT_PLACE_TARGET", target, 1);
	if (dt_placer_create(&placer))
		_exit(2);
	pid = dt_placer_pid(placer);
	dt_stream_send(parent, &pid, sizeof(pid));
	create_attachment(p, &a);
	if (dt_place_open(placer, p->pid, &facts) || attach(placer, p, &a, parent))
		_exit(1);
	usleep(200);
	if (dt_place_remove(placer, p->pid))
		_exit(1);
	dt_placer_end(placer);
	_exit(0);
}

/** Waits for an orphan, of which this process is the parent. */
static void await_orphan(pid_t pid)
{
	uint64_t deadline = dt_now() + FAULT_END_MS * UINT64_C(1000000);

	while (waitpid(pid, NULL, WNOHANG) == 0) {
		if (dt_now() > deadline)
			fail("the placer does not end");
		usleep(500);
	}
}

/** Returns what a new placer finds and restores. */
static long clean(struct process *p)
{
	struct dt_placer *placer;
	struct dt_place_found found;

	check(dt_placer_create(&placer), "create");
	check(dt_place_clean(placer, p->pid, &found), "clean");
	dt_placer_end(placer);
	return found.patches;
}

struct walk {
	struct process process;
	dt_vec(int) regions;
	unsigned steps, restored, left;
};

/** A tracer and its placer, of which some will be killed. */
struct victims {
	pid_t tracer, placer;
	int stream; // from the tracer
};

/** Starts them. `step`: of the placer's order, at which `whom` will be killed; 0: none. */
static struct victims start_victims(struct process *p, unsigned step, int whom)
{
	struct victims v = {0};
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		fail("socketpair");
	v.stream = ends[0];
	v.tracer = fork();
	if (!v.tracer) {
		close(ends[0]);
		trace_once(p, ends[1], step, whom);
	}
	close(ends[1]);
	if (!dt_stream_receive(v.stream, &v.placer, sizeof(v.placer)))
		fail("the tracer did not start");
	return v;
}

/** Waits for their end, cleans the target, and checks it. Returns false if they did all. */
static bool check_end(struct walk *w, const struct victims *v, unsigned step, int whom)
{
	struct process *p = &w->process;
	int status, memfd = -1;
	long restored = -1;
	char c;

	waitpid(v->tracer, &status, 0);
	await_orphan(v->placer);
	if (whom == TRACER && !is_restored(p))
		fail("step %u: the placer has not restored the text", step);
	if (whom != TRACER)
		restored = clean(p);
	if (!is_restored(p))
		fail("step %u, %d: the text is not restored", step, whom);
	if (restored > 0)
		w->restored += (unsigned)restored;
	w->left += clean(p) >= 0;
	if (dt_stream_receive_fds(v->stream, &c, 1, &memfd, 1))
		dt_vec_push(&w->regions, memfd);
	close(v->stream);
	return !WIFEXITED(status) || WEXITSTATUS(status);
}

/** Ends the target, and compares its calls with those that stubs have counted. */
static void end_walk(struct walk *w)
{
	struct site_totals t = end_target(&w->process);
	uint64_t placed = 0;

	dt_vec_foreach (&w->regions, fd)
		placed += read_placed(*fd);
	dt_vec_deinit(&w->regions);
	if (t.plain + placed != t.calls)
		fail("%lu calls, %lu plain and %lu placed", (unsigned long)t.calls,
		     (unsigned long)t.plain, (unsigned long)placed);
	fprintf(stderr, "%u kills, %u sites cleaned, memory left %u times, %lu calls placed\n",
		w->steps, w->restored, w->left, (unsigned long)placed);
}

static void run_faults(char **argv, unsigned stride)
{
	struct walk w = {0};

	prctl(PR_SET_CHILD_SUBREAPER, 1);
	start_target(argv, &w.process);
	for (int whom = PLACER; whom <= BOTH; whom++)
		for (unsigned step = 1;; step += stride, w.steps++) {
			struct victims v = start_victims(&w.process, step, whom);

			if (!check_end(&w, &v, step, whom))
				break;
		}
	end_walk(&w);
}

/** Kills at random moments of attaching and detaching. */
static void run_kills(char **argv, unsigned n)
{
	struct walk w = {0};

	prctl(PR_SET_CHILD_SUBREAPER, 1);
	start_target(argv, &w.process);
	srand(1);
	for (unsigned i = 0; i < n; i++) {
		int whom = PLACER + (int)(i % BOTH);
		struct victims v = start_victims(&w.process, 0, whom);

		usleep((useconds_t)rand() % KILL_US);
		if (whom & TRACER)
			kill(v.tracer, SIGKILL);
		if (whom & PLACER)
			kill(v.placer, SIGKILL);
		w.steps += check_end(&w, &v, i, whom);
	}
	end_walk(&w);
}

// ---- the target's end and stop

static bool ends_soon(pid_t pid)
{
	uint64_t deadline = dt_now() + DEATH_MS * UINT64_C(1000000);

	while (dt_now() < deadline) {
		if (waitpid(pid, NULL, WNOHANG) == pid)
			return true;
		usleep(500);
	}
	return false;
}

/** Kills the target at every step. Tracer and placer must go on. */
static void run_deaths(char **argv, unsigned stride)
{
	unsigned steps = 0;

	prctl(PR_SET_CHILD_SUBREAPER, 1);
	for (unsigned step = 1;; step += stride, steps++) {
		struct process p = {0};
		struct victims v;
		int status;

		start_target(argv, &p);
		v = start_victims(&p, step, TARGET);
		waitpid(v.tracer, &status, 0);
		if (WIFSIGNALED(status))
			fail("step %u: the tracer died", step);
		if (WEXITSTATUS(status))
			await_orphan(v.placer);
		close(v.stream);
		if (!ends_soon(p.pid)) { // there is no such step
			end_target(&p);
			break;
		}
		close(p.in);
		close(p.out);
		close(p.memory);
		free(p.text);
	}
	fprintf(stderr, "%u deaths\n", steps);
}

extern const ptrdiff_t __rseq_offset __attribute__((weak)); // of glibc

/** The target has the C library of this process. */
static void check_cpu_word(const struct dt_place_facts *facts)
{
	enum { CPU_ID = 4 }; // in struct rseq

	if (facts->cpu_word != (&__rseq_offset ? __rseq_offset + CPU_ID : 0))
		fail("the number of the CPU is at %d", facts->cpu_word);
}

/** Job control has stopped the target. It stays so, and its parent hears of nothing. */
static void run_stopped(char **argv)
{
	struct process p = {0};
	struct dt_placer *placer;
	struct dt_place_facts facts;
	struct attachment a;
	int status;

	start_target(argv, &p);
	kill(p.pid, SIGSTOP);
	if (waitpid(p.pid, &status, WUNTRACED) != p.pid || !WIFSTOPPED(status))
		fail("the target did not stop");
	check(dt_placer_create(&placer), "create");
	check(dt_place_open(placer, p.pid, &facts), "open");
	check_cpu_word(&facts);
	create_attachment(&p, &a);
	check(attach(placer, &p, &a, -1), "attach");
	if (clean(&p) != -1 || is_restored(&p))
		fail("another placer has taken away what is in use");
	if (waitpid(p.pid, &status, WUNTRACED | WCONTINUED | WNOHANG))
		fail("the parent got status %x", (unsigned)status);
	kill(p.pid, SIGCONT);
	if (waitpid(p.pid, &status, WCONTINUED) != p.pid || !WIFCONTINUED(status))
		fail("the target does not continue");
	usleep(20000);
	kill(p.pid, SIGSTOP);
	waitpid(p.pid, &status, WUNTRACED);
	check(dt_place_remove(placer, p.pid), "remove");
	if (waitpid(p.pid, &status, WUNTRACED | WCONTINUED | WNOHANG))
		fail("the parent got status %x", (unsigned)status);
	kill(p.pid, SIGCONT);
	dt_placer_end(placer);
	struct site_totals t = end_target(&p);
	uint64_t placed = read_placed(a.memory[0].fd);

	if (!placed || t.plain + placed != t.calls)
		fail("%lu calls, %lu plain and %lu placed", (unsigned long)t.calls,
		     (unsigned long)t.plain, (unsigned long)placed);
	destroy_attachment(&a);
}

// ---- times

static double ms_since(uint64_t begin)
{
	return (double)(dt_now() - begin) / 1e6;
}

static void run_times(char **argv)
{
	struct process p = {0};
	struct dt_placer *placer;
	struct dt_place_facts facts;
	struct attachment a;
	double attached, removed;
	uint64_t begin;

	start_target(argv, &p);
	check(dt_placer_create(&placer), "create");
	check(dt_place_open(placer, p.pid, &facts), "open");
	create_attachment(&p, &a);
	begin = dt_now();
	check(attach(placer, &p, &a, -1), "attach");
	attached = ms_since(begin);
	begin = dt_now();
	check(dt_place_remove(placer, p.pid), "remove");
	removed = ms_since(begin);
	if (!is_restored(&p))
		fail("text is not restored");
	printf("%zu sites: attached in %.1f ms, removed in %.1f ms, ", a.n, attached, removed);
	destroy_attachment(&a);
	dt_placer_end(placer);
	printf("the longest stop %.1f ms\n", (double)end_target(&p).gap / 1e6);
}

// ---- opening

/** Allocates memory of all kinds in any process, and frees it. */
static void try_memory(struct dt_placer *placer, pid_t pid)
{
	struct dt_place_memory memory[] = {{.size = 4 * PAGE, .shared = PAGE},
					   {.size = PAGE, .is_data = true}};

	check(dt_place_allocate(placer, pid, memory, dt_array_len(memory)), "allocate");
	check(dt_place_remove(placer, pid), "remove");
	close(memory[0].fd);
}

static void print_open(pid_t pid)
{
	struct dt_placer *placer;
	struct dt_place_facts facts;
	struct dt_error *err;

	check(dt_placer_create(&placer), "create");
	err = dt_place_open(placer, pid, &facts);
	if (err)
		printf("%s\n", err->message);
	else
		printf("word %d, %u threads%s%s\n", facts.thread_id, facts.n_threads,
		       facts.is_filtered ? ", filtered" : "",
		       facts.counter_is_off ? ", no counter" : "");
	if (!err)
		try_memory(placer, pid);
	dt_error_destroy(err);
	dt_placer_end(placer);
}

static void run_open(char **argv, bool is_held)
{
	struct process p = {0};

	start_target(argv, &p);
	if (is_held && ptrace(PTRACE_SEIZE, p.pid, 0, 0))
		fail("seize");
	print_open(p.pid);
	kill(p.pid, SIGKILL);
}

int main(int argc, char **argv)
{
	unsigned n = argc > 6 ? (unsigned)atoi(argv[6]) : 1;

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc == 3 && strcmp(argv[1], "open") == 0) {
		print_open(atoi(argv[2]));
		return 0;
	}
	if (argc < 6)
		return 2;
	char *args[] = {argv[2], argv[3], argv[4], argv[5], NULL};

	if (strcmp(argv[1], "cycles") == 0)
		run_cycles(args, n, strchr(argv[5], 'x'));
	else if (strcmp(argv[1], "faults") == 0)
		run_faults(args, n);
	else if (strcmp(argv[1], "deaths") == 0)
		run_deaths(args, n);
	else if (strcmp(argv[1], "kills") == 0)
		run_kills(args, n);
	else if (strcmp(argv[1], "stopped") == 0)
		run_stopped(args);
	else if (strcmp(argv[1], "times") == 0)
		run_times(args);
	else if (strcmp(argv[1], "open") == 0)
		run_open(args, false);
	else if (strcmp(argv[1], "held") == 0)
		run_open(args, true);
	else
		return 2;
	printf("ok\n");
	return 0;
}
