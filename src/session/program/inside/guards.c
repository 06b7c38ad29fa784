/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Programs inside the target make system calls, to read memory that may be missing and for some
 * actions. A filter of system calls that the target installs may end it for such a call. In the
 * same way, the target may forbid its threads to read the processor's counter. So a guard stands in
 * front of each system call of the program, of its C library and of probed files that may do
 * either. Generated code and other libraries have no guards: dtrace notices their filters when it
 * looks at the threads.
 *
 * Decision: docs/dev/decisions/0137-guards-in-front-of-system-calls.md
 */
#include "session/program/body/body.h"
#include "session/program/inside/following.h"

#include "base/time.h"
#include "symbols/process/proc.h"

#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

enum { TEXT_MAX = 64 << 20 }; // bytes of a program that is read for guards alone

/** Reports whether programs of the target make other system calls than peeks. */
static bool makes_calls(const struct dtrace *d)
{
	dt_vec_foreach (&d->programs->list, p)
		if ((*p)->native && (*p)->group && (*p)->native->calls)
			return true;
	return false;
}

/** Reports whether programs of the target read the time. */
static bool tells_time(const struct dtrace *d)
{
	dt_vec_foreach (&d->programs->list, p)
		if ((*p)->native && (*p)->group && (*p)->group->is_inside &&
		    (*p)->native->reads & DT_NATIVE_READS_TIME)
			return true;
	return false;
}

/** Reports whether programs of the target do something that it has not forbidden, and may. */
static bool needs_guards(const struct dtrace *d)
{
	const struct dt_place_facts *f = &d->inside->facts;

	if (f->is_filtered)
		return !f->counter_is_off && tells_time(d);
	return dt_session_inside_reads(d) || makes_calls(d) || tells_time(d) || d->inside->waits ||
	       d->following->are_followed;
}

// ---- files

/** Opens the program and its C library. */
static void open_files(struct dtrace *d)
{
	pid_t pid = d->inside->pid;
	dt_cleanup(dt_free_p) char *program = dt_proc_executable(pid);
	struct dt_proc_mapping m;
	struct dt_proc_maps maps;

	if (!dt_proc_maps_open(&maps, pid))
		return;
	while (dt_proc_maps_next(&maps, &m)) {
		struct dt_site site = {.offset = m.offset};

		if (!m.is_executable || !m.inode || m.end - m.start > TEXT_MAX ||
		    !(dt_proc_is_c_library(&m) || (program && !strcmp(m.path, program))))
			continue;
		site.path = dt_arena_printf(d->compile->arena, "/proc/%d/root%s", (int)pid, m.path);
		dt_session_inside_open(d, &site);
	}
	dt_proc_maps_close(&maps);
}

// ---- guards

static void add_guard(struct dtrace *d, struct dt_inside_file *f, const struct dt_text_call *c,
		      bool is_exec_gate)
{
	struct dt_inside_guard *g = dt_zalloc(sizeof(*g));
	struct dt_inside_site *s = &g->planned;

	g->is_exec_gate = is_exec_gate;
	g->operands = dt_stub_operands(c);
	g->site = (struct dt_site){.path = f->path, .offset = c->offset};
	*s = (struct dt_inside_site){.site = &g->site, .file = f, .refusal = DT_REFUSE_NO_FUNCTION};
	if (!dt_session_bodies_take(d, s, dt_text_address(f->text, c->offset)))
		dt_session_inside_plan_site(d, s);
	dt_vec_push(&d->inside->guards, g);
}

static void add_guards(struct dtrace *d, struct dt_inside_file *f)
{
	static const struct {
		uint32_t numbers[2];
		bool is_exec_gate;
	} kinds[] = {{{SYS_prctl, SYS_seccomp}, false}, {{SYS_execve, SYS_execveat}, true}};

	f->has_guards = true;
	for (size_t k = 0; k < dt_array_len(kinds); k++) {
		dt_text_calls list = {0};

		if (kinds[k].is_exec_gate && !d->following->are_followed)
			continue;
		dt_text_find_calls(f->text, kinds[k].numbers, dt_array_len(kinds[k].numbers),
				   &list);
		dt_vec_foreach (&list, c)
			add_guard(d, f, c, kinds[k].is_exec_gate);
		dt_vec_deinit(&list);
	}
}

/** Leaves guards out in whose patches the kernel probes an instruction. */
static void leave_trapped(struct dtrace *d)
{
	struct dt_map traps = {0};

	dt_vec_foreach (&d->programs->groups, g)
		if ((*g)->why)
			dt_vec_foreach (&(*g)->probes, p)
				dt_session_inside_add_traps(d, *p, &traps);
	dt_vec_foreach (&d->inside->guards, g)
		if ((*g)->planned.refusal == DT_REFUSE_NONE && !(*g)->planned.body &&
		    dt_session_inside_is_trapped(&(*g)->planned, &traps))
			(*g)->planned.refusal = DT_REFUSE_TRAP;
	dt_map_deinit(&traps);
}

static void note_guards(struct dtrace *d)
{
	size_t n = 0;

	dt_vec_foreach (&d->inside->guards, g)
		n += (*g)->planned.refusal == DT_REFUSE_NONE;
	dt_session_debug(d, "%zu guards of %zu system calls", n, (size_t)d->inside->guards.len);
}

void dt_session_guards_plan(struct dtrace *d)
{
	struct dt_inside *in = d->inside;

	if (!needs_guards(d))
		return;
	open_files(d);
	dt_vec_foreach (&in->files, f)
		if ((*f)->text && (*f)->high && !(*f)->has_guards)
			add_guards(d, *f);
	leave_trapped(d);
	note_guards(d);
}

void dt_session_guards_deinit(struct dt_inside *in)
{
	dt_vec_foreach (&in->guards, g)
		free(*g);
	dt_vec_deinit(&in->guards);
}

// ---- what is forbidden

void dt_session_guards_begin(struct dtrace *d)
{
	dt_session_inside_head(d)->is_filtered = d->inside->facts.is_filtered;
	dt_session_inside_head(d)->counter_is_off = d->inside->facts.counter_is_off;
	dt_session_inside_head(d)->coarse = dt_now();
}

bool dt_session_guards_time(struct dtrace *d)
{
	struct dt_native_head *head = dt_session_inside_head(d);

	if (!__atomic_load_n(&head->is_filtered, __ATOMIC_RELAXED) ||
	    (d->loaded->region.has_counter &&
	     !__atomic_load_n(&head->counter_is_off, __ATOMIC_RELAXED)))
		return false;
	__atomic_store_n(&head->coarse, dt_now(), __ATOMIC_RELAXED);
	return true;
}

static void report_filter(struct dtrace *d)
{
	int pid = (int)d->inside->pid;

	if (dt_session_inside_reads(d))
		dt_session_message(d,
				   "a filter of system calls applies to process %d now: copyin() "
				   "and pointers read only its stacks and static data",
				   pid);
	if (makes_calls(d))
		dt_session_message(d,
				   "a filter of system calls applies to process %d now: stop() and "
				   "raise() do nothing, and vtimestamp is 0",
				   pid);
	if (d->following->are_followed)
		dt_session_message(d,
				   "a filter of system calls applies to process %d now: programs "
				   "that are executed from now on are not traced",
				   pid);
}

static void report_time(struct dtrace *d)
{
	if (tells_time(d))
		dt_session_message(d,
				   "process %d can neither read the processor's counter nor ask "
				   "the kernel for the time now: its times are right to some "
				   "milliseconds",
				   (int)d->inside->pid);
}

void dt_session_guards_heed(struct dtrace *d)
{
	struct dt_native_head *head = dt_session_inside_head(d);
	bool is_noted = __atomic_load_n(&head->is_filtered, __ATOMIC_RELAXED);

	if (!d->inside->is_coarse && dt_session_guards_time(d)) {
		d->inside->is_coarse = true;
		report_time(d);
	}
	if (d->inside->has_heeded || !(is_noted || d->inside->facts.is_filtered))
		return;
	d->inside->has_heeded = true;
	__atomic_store_n(&head->is_filtered, 1, __ATOMIC_RELAXED);
	report_filter(d);
}
