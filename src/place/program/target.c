/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * /proc/PID/mem stays open: it belongs to the memory, not to the process. So the leader may exit,
 * and writes after execve(2) have no effect.
 *
 * Decision: docs/dev/decisions/0101-cpu-from-a-word-of-the-thread.md
 */
#include "place/program/target.h"

#include "place/program/call.h"
#include "place/program/step.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
	PATH_SIZE = 64,
	ID_TRIES = 7,	    // a program that is just starting has no id yet
	ID_PAUSE_US = 1000, // it doubles: 126 ms in total
	NO_ID = INT32_MIN,  // thread_id of a target that is only cleaned
	GET_RSEQ = 0x420f,  // PTRACE_GET_RSEQ_CONFIGURATION
	CPU_ID = 4,	    // offset of the CPU's number in struct rseq
};

// ---- memory

struct dt_error *dt_target_open_memory(pid_t pid, pid_t tid, int *ret)
{
	char path[PATH_SIZE];

	snprintf(path, sizeof(path), "/proc/%d/task/%d/mem", tid, tid);
	*ret = open(path, O_RDWR | O_CLOEXEC);
	return *ret < 0 ? dt_error_os(errno, "failed to open the memory of process %d", pid) : NULL;
}

pid_t dt_target_thread(pid_t pid)
{
	char path[PATH_SIZE];
	pid_t tid = pid;
	struct dirent *e;
	DIR *d;

	if (!dt_task_is_dead(tid))
		return tid;
	snprintf(path, sizeof(path), "/proc/%d/task", pid);
	d = opendir(path);
	while (d && (e = readdir(d)))
		if (atoi(e->d_name) && !dt_task_is_dead(atoi(e->d_name))) {
			tid = atoi(e->d_name);
			break;
		}
	if (d)
		closedir(d);
	return tid;
}

bool dt_target_read(const struct dt_target *t, uint64_t at, void *to, size_t n)
{
	return pread(t->memory, to, n, (off_t)at) == (ssize_t)n;
}

/** Writes through a stopped thread, word by word. Some kernels permit nothing else for code
 *  (proc_mem.force_override). Returns 0 or an errno; ESRCH: the thread is not stopped. */
static int poke(const struct dt_target *t, uint64_t at, const uint8_t *bytes, size_t n)
{
	size_t some;

	for (size_t done = 0; done < n; done += some) {
		uint64_t word_at = (at + done) & ~(sizeof(long) - 1), in = at + done - word_at;
		long word;

		some = sizeof(word) - in < n - done ? sizeof(word) - in : n - done;
		if (!dt_target_read(t, word_at, &word, sizeof(word)))
			return EFAULT;
		memcpy((char *)&word + in, bytes + done, some);
		if (ptrace(PTRACE_POKEDATA, t->stopped, word_at, word))
			return errno;
	}
	return 0;
}

/** The same through a stop, if there is none now. */
static struct dt_error *poke_stopped(struct dt_target *t, uint64_t at, const uint8_t *bytes,
				     size_t n)
{
	int failed = t->stopped ? poke(t, at, bytes, n) : ESRCH;
	struct dt_stop s;

	if (failed == ESRCH) {
		DT_TRY(dt_target_stop(t, &s));
		failed = poke(t, at, bytes, n);
		dt_stop_end(&s);
	}
	return failed ? dt_error_os(failed, "failed to write into process %d", t->pid) : NULL;
}

struct dt_error *dt_target_write(struct dt_target *t, uint64_t at, const void *bytes, size_t n)
{
	const uint8_t *from = bytes;

	for (size_t done = 0; done < n;) {
		ssize_t some = dt_place_forbids_writes()
				   ? -1
				   : pwrite(t->memory, from + done, n - done, (off_t)(at + done));

		if (some < 0)
			return poke_stopped(t, at + done, from + done, n - done);
		if (!some)
			return dt_error_new(DT_ERR_PROC_GONE, "process %d has ended", t->pid);
		done += (size_t)some;
	}
	return NULL;
}

// ---- counters

// The target only reads its counters, so it need not stop. Other tracers may change them, too.

static struct dt_error *add_to(struct dt_target *t, uint64_t at, int by)
{
	uint16_t value;

	if (!dt_target_read(t, at, &value, sizeof(value)) || (by < 0 && !value))
		return NULL;
	value = (uint16_t)(value + by);
	return dt_target_write(t, at, &value, sizeof(value));
}

struct dt_error *dt_counters_raise(struct dt_target *t, const uint64_t *counters, size_t n)
{
	struct dt_error *err = NULL;
	struct dt_maps maps;

	DT_TRY(dt_maps_read(dt_target_thread(t->pid), &maps));
	for (size_t i = 0; i < n && !err; i++) {
		const struct dt_mapping *m = dt_maps_find(&maps, counters[i]);
		struct dt_counter c = {.at = counters[i]};

		if (!m || !m->writable || m->shared || !m->inode)
			continue;
		c.device = m->device;
		c.inode = m->inode;
		c.offset = m->offset + (c.at - m->begin);
		err = add_to(t, c.at, 1);
		if (!err)
			dt_vec_push(&t->counters, c);
		dt_place_step();
	}
	dt_maps_deinit(&maps);
	return err;
}

struct dt_error *dt_counters_lower(struct dt_target *t)
{
	struct dt_error *err = NULL;
	struct dt_maps maps;

	if (!t->counters.len)
		return NULL;
	DT_TRY(dt_maps_read(dt_target_thread(t->pid), &maps));
	while (t->counters.len && !err) {
		struct dt_counter c = dt_vec_pop(&t->counters);
		const struct dt_mapping *m = dt_maps_find(&maps, c.at);

		if (m && m->device == c.device && m->inode == c.inode &&
		    m->offset + (c.at - m->begin) == c.offset)
			err = add_to(t, c.at, -1);
		dt_place_step();
	}
	dt_maps_deinit(&maps);
	return err;
}

// ---- facts

static bool has_id_at(const struct dt_target *t, const struct dt_task *k, int32_t distance)
{
	uint64_t at = dt_registers_thread(&k->regs) + (uint64_t)(int64_t)distance;
	pid_t id;

	return dt_registers_thread(&k->regs) && dt_target_read(t, at, &id, sizeof(id)) &&
	       id == (t->has_namespace ? dt_task_own_id(k->tid) : k->tid);
}

/** Reports whether the process counts its threads in another pid namespace than this one. */
static bool has_namespace(pid_t tid)
{
	char path[PATH_SIZE];
	struct stat own, other;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/ns/pid", tid, tid);
	return stat("/proc/self/ns/pid", &own) || stat(path, &other) || own.st_ino != other.st_ino;
}

/** Reports whether a filter of system calls applies to a thread of the process. */
static bool is_filtered(pid_t pid)
{
	char path[PATH_SIZE];
	bool is = false;
	struct dirent *e;
	DIR *d;

	snprintf(path, sizeof(path), "/proc/%d/task", pid);
	d = opendir(path);
	while (d && !is && (e = readdir(d)))
		is = atoi(e->d_name) && dt_task_status(atoi(e->d_name), "Seccomp:", 10);
	if (d)
		closedir(d);
	return is;
}

/** Finds the word that has the id of each thread. A child of vfork(2) has its parent's word. */
static bool find_id_word(const struct dt_target *t, struct dt_stop *s, int32_t *ret)
{
	for (size_t i = 0; i < dt_thread_id_words_len; i++) {
		bool is_right = true;

		for (struct dt_task *k = NULL; is_right && (k = dt_stop_next(s, k));)
			if (k->group == t->pid && !k->is_waiting)
				is_right = has_id_at(t, k, dt_thread_id_words[i]);
		if (is_right) {
			*ret = dt_thread_id_words[i];
			return true;
		}
	}
	return false;
}

uint64_t dt_target_sequences(pid_t tid)
{
	struct {
		uint64_t at;
		uint32_t size, signature, flags, pad;
	} area;

	return ptrace((enum __ptrace_request)GET_RSEQ, tid, sizeof(area), &area) > 0 ? area.at : 0;
}

/** Returns the distance from each thread pointer to the number of the CPU, or 0. It is the C
 *  library's choice, so it is also that of threads that have not registered their words yet. */
static int32_t find_cpu_word(const struct dt_target *t, struct dt_stop *s)
{
	int64_t all = 0;

	for (struct dt_task *k = NULL; (k = dt_stop_next(s, k));) {
		uint64_t at = dt_target_sequences(k->tid);
		int64_t distance = (int64_t)(at + CPU_ID - dt_registers_thread(&k->regs));

		if (k->group != t->pid || k->is_waiting || !at)
			continue;
		if (distance != (int32_t)distance || (all && distance != all))
			return 0;
		all = distance;
	}
	return (int32_t)all;
}

/** Asks one thread whether it may read the time stamp counter. Others inherit that. */
static bool is_counter_off(struct dt_target *t, struct dt_stop *s, const struct dt_maps *maps)
{
	struct dt_call c;
	struct dt_error *err = dt_call_begin(t, s, maps, &c);
	int64_t result = -1;
	int value = PR_TSC_ENABLE;

	if (!err) {
		// The kernel writes the answer over the frame's vector state, which it ignores.
		uint64_t at = c.frame - DT_RED_ZONE;
		int old = 0;
		uint64_t args[DT_CALL_ARGS] = {PR_GET_TSC, at};

		if (dt_target_read(t, at, &old, sizeof(old))) {
			err = dt_call(&c, SYS_prctl, args, &result);
			if (!err && !result && !dt_target_read(t, at, &value, sizeof(value)))
				value = PR_TSC_ENABLE;
			dt_error_destroy(dt_target_write(t, at, &old, sizeof(old)));
		}
		dt_call_end(&c);
	}
	dt_error_destroy(err);
	return value == PR_TSC_SIGSEGV;
}

static struct dt_error *learn_facts(struct dt_target *t, struct dt_stop *s,
				    struct dt_place_facts *ret, bool *is_complete)
{
	struct dt_maps maps;
	struct dt_place_facts f = {0};

	for (struct dt_task *k = NULL; (k = dt_stop_next(s, k));) {
		if (k->is_foreign)
			return dt_error_new(DT_ERR_PROC_GRAB, "process %d runs 32-bit code",
					    t->pid);
		f.n_threads += k->group == t->pid;
	}
	*is_complete = find_id_word(t, s, &f.thread_id);
	if (!*is_complete)
		return NULL;
	f.cpu_word = find_cpu_word(t, s);
	DT_TRY(dt_maps_read(dt_stop_next(s, NULL)->tid, &maps));
	f.counter_is_off = is_counter_off(t, s, &maps);
	dt_maps_deinit(&maps);
	*ret = f;
	return NULL;
}

// ---- opening

struct dt_error *dt_target_create(pid_t pid, struct dt_laggards *laggards, struct dt_target **ret)
{
	dt_cleanup(dt_close_p) int memory = -1;
	struct dt_maps maps;
	struct dt_target *t;
	struct dt_stop s;
	struct dt_error *err;

	DT_TRY(dt_stop_begin(pid, laggards, &s));
	err = dt_target_open_memory(pid, dt_stop_next(&s, NULL)->tid, &memory);
	if (!err)
		err = dt_maps_read(dt_stop_next(&s, NULL)->tid, &maps);
	dt_stop_end(&s);
	if (err)
		return err;
	t = dt_zalloc(sizeof(*t));
	t->pid = pid;
	t->entry = (struct dt_place_entry){.pid = pid,
					   .start = dt_task_start(pid),
					   .placer = getpid(),
					   .placer_start = dt_task_start(getpid())};
	t->memory = memory;
	memory = -1;
	t->thread_id = NO_ID;
	t->laggards = laggards;
	t->has_namespace = has_namespace(pid);
	t->mapped = maps.v.len ? maps.v.data[0].begin : 0;
	t->code = dt_call_find(t, &maps);
	dt_maps_deinit(&maps);
	*ret = t;
	return NULL;
}

struct dt_error *dt_target_learn(struct dt_target *t, struct dt_place_facts *ret)
{
	bool is_complete = false;

	for (int i = 0; !is_complete && i < ID_TRIES; i++) {
		struct dt_error *err;
		struct dt_stop s;

		if (i)
			usleep(ID_PAUSE_US << i);
		DT_TRY(dt_target_stop(t, &s));
		err = learn_facts(t, &s, ret, &is_complete);
		dt_stop_end(&s);
		if (err)
			return err;
	}
	if (!is_complete)
		return dt_error_new(DT_ERR_PROC_GRAB,
				    "process %d has no known word with its thread's id: it uses "
				    "neither glibc nor musl, or has not initialised it yet; if it "
				    "is static and stripped, use -p instead of -c",
				    t->pid);
	ret->is_filtered = is_filtered(t->pid); // slow with many threads, so not in the stop
	t->thread_id = ret->thread_id;
	return NULL;
}

void dt_target_destroy(struct dt_target *t)
{
	if (!t)
		return;
	close(t->memory);
	dt_vec_deinit(&t->areas);
	dt_vec_deinit(&t->written);
	dt_vec_deinit(&t->counters);
	dt_vec_deinit(&t->by_from);
	dt_vec_deinit(&t->by_to);
	free(t);
}

struct dt_error *dt_target_stop(struct dt_target *t, struct dt_stop *ret)
{
	char c;

	DT_TRY(dt_stop_begin(t->pid, t->laggards, ret));
	for (struct dt_task *k = NULL; (k = dt_stop_next(ret, k));)
		if (!k->is_waiting)
			t->stopped = k->tid;
	if (!pread(t->memory, &c, 1, (off_t)t->mapped)) { // no process has this memory any more
		dt_stop_end(ret);
		return dt_error_new(DT_ERR_PROC_GONE, "process %d has executed another program",
				    t->pid);
	}
	return NULL;
}
