/* SPDX-License-Identifier: BSD-2-Clause */
#include "session/program/inside/following.h"

#include "base/time.h"
#include "session/process/process.h"
#include "symbols/process/proc.h"

#include <poll.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
	POLL = 2 * 1000000,	 // ns between looks at the gate
	UNNAMED = 100 * 1000000, // ns in which a thread writes its id behind its arrival
};

bool dt_session_may_follow_programs(const struct dtrace *d)
{
	return dt_session_follows_inside(d) && !d->inside->facts.is_filtered;
}

/** Notes that a program that a process executes is not traced. Destroys the error. */
static void note_untraced(struct dtrace *d, struct dt_error *err)
{
	struct dt_following *m = d->following;

	dt_session_debug(d, "a program that a process executes is not traced: %s", err->message);
	if (!m->n_untraced++)
		m->why_untraced = dt_strdup(err->message);
	dt_error_destroy(err);
}

// ---- the list

static bool has_ended(const struct dt_followed *i)
{
	struct pollfd p = {.fd = i->pidfd, .events = POLLIN};

	return poll(&p, 1, 0) != 0;
}

static void add_image(struct dt_following *m, pid_t pid)
{
	dt_vec_push(&m->list, ((struct dt_followed){pid, (int)syscall(SYS_pidfd_open, pid, 0)}));
}

/** Removes what is placed in the process of an image, and forgets it. */
static void remove_image(struct dtrace *d, struct dt_followed *i)
{
	dt_error_destroy(dt_place_remove(d->targets->placer, i->pid));
	dt_close_p(&i->pidfd);
	*i = dt_vec_pop(&d->following->list);
}

void dt_session_following_look(struct dtrace *d)
{
	struct dt_following *m = d->following;

	for (size_t k = m->list.len; k--;)
		if (has_ended(&m->list.data[k]))
			remove_image(d, &m->list.data[k]);
}

/** Forgets what was placed in a process that has executed another program. */
static void forget_process(struct dtrace *d, pid_t pid)
{
	struct dt_following *m = d->following;

	if (d->inside->pid == pid) {
		dt_error_destroy(dt_place_remove(d->targets->placer, pid));
		d->inside->is_replaced = true;
	}
	for (size_t k = m->list.len; k--;)
		if (m->list.data[k].pid == pid)
			remove_image(d, &m->list.data[k]);
}

// ---- a new image

/** Places the stubs of the image that d->inside is. */
static struct dt_error *place_image(struct dtrace *d, struct dt_inside *first)
{
	dt_session_inside_plan_image(d);
	dt_session_guards_plan(d);
	dt_session_inside_areas(d);
	if (!d->inside->areas.len)
		return NULL; // nothing is to be patched
	DT_TRY(dt_session_inside_allocate(d));
	DT_TRY(dt_session_inside_fill_image(d, first));
	return dt_session_inside_attach_image(d);
}

/** Reports why programs that were compiled for the target must not run in the image. */
static struct dt_error *check_facts(const struct dtrace *d, const struct dt_inside *image)
{
	if (image->facts.counter_is_off && d->loaded->region.has_counter)
		return dt_error_new(DT_ERR_PROC_GRAB,
				    "process %d may not read the processor's clock",
				    (int)image->pid);
	return NULL;
}

/** Makes an image of the program that the process has executed. */
static struct dt_error *make_image(struct dtrace *d, pid_t pid, dt_session_match_fn *match)
{
	struct dt_inside *first = d->inside;
	struct dt_inside image = {.pid = pid,
				  .is_image = true,
				  .first_new = (uint32_t)d->registry.by_id.len,
				  .n_slots = first->n_slots};
	struct dt_error *err;

	DT_TRY(dt_session_image_load(d, pid));
	DT_TRY(dt_place_open(d->targets->placer, pid, &image.facts));
	if (pid != first->pid)
		add_image(d->following, pid);
	err = check_facts(d, &image);
	if (!err) {
		d->inside = &image;
		match(d, pid);
		err = place_image(d, first);
		d->inside = first;
	}
	dt_session_inside_deinit(&image);
	if (err)
		forget_process(d, pid);
	return err;
}

// ---- executions

/** Returns an error if the thread may not be followed. It may be any number. */
static struct dt_error *check_thread(const struct dtrace *d, pid_t thread)
{
	struct dt_proc_status status;

	// In another PID namespace, the number is none here, or another thread's.
	if (dt_proc_status(thread, &status) && status.own == thread &&
	    dt_session_inside_has_region(d, status.group))
		return NULL;
	return dt_error_new(DT_ERR_PROC_GRAB, "thread %d has ended, or is in another PID namespace",
			    (int)thread);
}

/** Follows a thread that the placer has stopped. */
static struct dt_error *follow_thread(struct dtrace *d, pid_t thread, dt_session_match_fn *match)
{
	enum dt_place_execution how;
	struct dt_error *err;
	pid_t pid;

	DT_TRY(dt_place_await(d->targets->placer, thread, &how, &pid));
	switch (how) {
	case DT_PLACE_PRIVILEGED:
		forget_process(d, pid);
		return dt_error_new(DT_ERR_PRIVILEGE,
				    "process %d runs a file that may have privileges", (int)pid);
	case DT_PLACE_SLOW:
		return dt_error_new(DT_ERR_PROC_GRAB, "process %d takes too long", (int)pid);
	case DT_PLACE_FAILED:
	case DT_PLACE_ENDED:
		return NULL;
	case DT_PLACE_EXECUTED:
		break;
	}
	forget_process(d, pid);
	err = make_image(d, pid, match);
	dt_error_destroy(dt_place_let_go(d->targets->placer, pid));
	if (err && err->code == DT_ERR_PROC_GONE) {
		dt_error_destroy(err);
		return NULL;
	}
	return err;
}

/** Takes the thread of the next arrival, 0 if it has ended. Returns false if there is none, or if
 * it has not written its id yet; one that does not write it soon has ended. */
static bool take_arrival(struct dt_following *m, uint64_t arrived, pid_t *ret)
{
	dt_u32 *slot = &m->gate->process[m->next % DT_GATE_ARRIVALS];

	if (m->next >= arrived)
		return false;
	*ret = (pid_t)__atomic_exchange_n(slot, 0, __ATOMIC_ACQUIRE);
	if (!*ret && (!m->unnamed || dt_now() - m->unnamed < UNNAMED)) {
		m->unnamed = m->unnamed ? m->unnamed : dt_now();
		return false;
	}
	m->unnamed = 0;
	m->next++;
	return true;
}

/** Lets the placer stop a thread where it waits. One that has ended, or gave up waiting, is no
 *  error. */
static void expect_thread(struct dtrace *d, pid_t thread)
{
	struct dt_error *err = check_thread(d, thread);

	if (!err)
		err = dt_place_expect(d->targets->placer, thread);
	if (!err)
		dt_vec_push(&d->following->expected, thread);
	else if (err->code == DT_ERR_PROC_GONE)
		dt_error_destroy(err);
	else
		note_untraced(d, err);
}

/** Notes arrivals that have given up waiting. */
static void note_expired(struct dtrace *d)
{
	struct dt_following *m = d->following;
	uint64_t expired = __atomic_load_n(&m->gate->expired, __ATOMIC_ACQUIRE);

	for (; m->expired < expired; m->expired++)
		note_untraced(d,
			      dt_error_new(DT_ERR_PROC_GRAB, "dtrace had no time for the process"));
	__atomic_store_n(&m->gate->noticed, expired, __ATOMIC_RELEASE);
}

void dt_session_following_accept(struct dtrace *d)
{
	struct dt_following *m = d->following;
	uint64_t arrived;
	pid_t thread;

	if (!m->gate)
		return;
	arrived = __atomic_load_n(&m->gate->arrived, __ATOMIC_ACQUIRE);
	if (arrived == m->next)
		return;
	if (arrived - m->next > DT_GATE_ARRIVALS) // the others give up waiting
		m->next = arrived - DT_GATE_ARRIVALS;
	while (take_arrival(m, arrived, &thread))
		if (thread)
			expect_thread(d, thread);
	__atomic_store_n(&m->gate->answered, m->next, __ATOMIC_RELEASE);
}

void dt_session_following_work(struct dtrace *d, dt_session_match_fn *match)
{
	struct dt_following *m = d->following;

	dt_session_following_accept(d);
	for (size_t i = 0; i < m->expected.len; i++) {
		struct dt_error *err = follow_thread(d, m->expected.data[i], match);

		if (err)
			note_untraced(d, err);
		dt_session_following_accept(d);
	}
	m->expected.len = 0;
	note_expired(d);
}

bool dt_session_following_is_due(const struct dtrace *d)
{
	const struct dt_following *m = d->following;

	return m->gate && d->inside->is_placed &&
	       __atomic_load_n(&m->gate->arrived, __ATOMIC_ACQUIRE) != m->next;
}

uint64_t dt_session_following_due(const struct dtrace *d)
{
	return d->following->gate && d->inside->is_placed ? dt_now() + POLL : UINT64_MAX;
}

// ---- begin and end

static const char *why_not_followed(const struct dtrace *d)
{
	return d->inside->facts.is_filtered
		   ? "because a filter of system calls applies to the process"
		   : "because clauses need user stacks";
}

void dt_session_following_begin(struct dtrace *d)
{
	struct dt_following *m = d->following;

	if (!dt_session_follows_inside(d))
		return;
	if (!m->are_followed) {
		dt_session_message(d,
				   "children of process %d are traced until they execute a "
				   "program, %s%s",
				   (int)d->inside->pid, why_not_followed(d),
				   dt_bpf_may_trace() ? "; -x engine=kernel traces all of them"
						      : "");
		return;
	}
	dt_session_inside_head(d)->placer = (uint64_t)dt_placer_pid(d->targets->placer);
	m->gate = dt_native_region_element(&d->loaded->region,
					   d->programs->desc->tables[DT_TABLE_EXEC_GATE], 0);
}

static void open_gate(struct dt_following *m)
{
	if (m->gate)
		__atomic_store_n(&m->gate->answered, UINT64_MAX, __ATOMIC_RELEASE);
	m->gate = NULL;
}

void dt_session_following_end(struct dtrace *d)
{
	open_gate(d->following);
	while (d->following->list.len)
		remove_image(d, &dt_vec_last(&d->following->list));
}

void dt_session_following_clean(struct dtrace *d)
{
	open_gate(d->following);
	dt_vec_foreach (&d->following->list, i) {
		struct dt_place_found found;

		dt_error_destroy(dt_place_clean(d->targets->placer, i->pid, &found));
	}
}

void dt_session_following_report(struct dtrace *d)
{
	size_t n = d->following->n_untraced;

	if (n)
		dt_session_message(d, "%zu program%s that processes executed %s not traced: %s", n,
				   n == 1 ? "" : "s", n == 1 ? "is" : "are",
				   d->following->why_untraced);
}

void dt_session_following_deinit(struct dtrace *d)
{
	struct dt_following *m = d->following;

	dt_vec_foreach (&m->list, i)
		dt_close_p(&i->pidfd);
	dt_vec_deinit(&m->list);
	dt_vec_deinit(&m->expected);
	dt_vec_foreach (&m->texts, t) {
		const struct dt_map_entry *e;

		for (size_t pos = 0; (e = dt_map_next(&(*t)->plans, &pos));)
			free(e->value);
		dt_map_deinit(&(*t)->plans);
		dt_text_close((*t)->text);
		free(*t);
	}
	dt_vec_deinit(&m->texts);
	free(m->why_untraced);
}
