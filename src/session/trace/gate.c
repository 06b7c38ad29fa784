/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Answers arrivals at the gate between two rounds of the consumer. An arrival wakes the consumer.
 *
 * Decision: docs/dev/decisions/0076-targets-wait-in-a-program.md
 */
#include "session/process/process.h"
#include "session/program/inside/inside.h"
#include "session/trace/gate.h"

#include "arch/arch.h"
#include "base/time.h"
#include "provider/uprobe/uprobe.h"

#include <poll.h>
#include <sys/eventfd.h>

enum { BEAT_MS = 50 };

static const struct dt_prog *find_program(const struct dtrace *d)
{
	dt_vec_foreach (&d->programs->list, p)
		if ((*p)->is_gate)
			return *p;
	return NULL;
}

bool dt_session_gate_is_armed(const struct dtrace *d, pid_t pid)
{
	dt_vec_foreach (&d->gatekeeper->armed, known)
		if (*known == pid)
			return true;
	return false;
}

void dt_session_gate_arm(struct dtrace *d, pid_t pid)
{
	const struct dt_prog *program = find_program(d);
	dt_cleanup(dt_free_p) char *path = NULL;
	struct dt_site site = {.pid = pid};
	struct dt_probe probe = {
	    .prov = "", .mod = "", .func = "", .name = "", .sites = &site, .n_sites = 1};
	struct dt_error *err;

	if (!d->gatekeeper->gate || d->gatekeeper->is_inside || dt_session_gate_is_armed(d, pid) ||
	    !dt_session_linker_hook(pid, &path, &site.offset))
		return;
	site.path = path;
	const struct dt_context context = {.attach = program->ir->attach};
	struct dt_probe *probes[] = {&probe};
	const struct dt_attachment attachment = {&context, probes, 1, &program->loaded, -1};

	err = dt_uprobe_attach(&attachment, 1, &d->loaded->links);
	dt_session_debug(d, "process %d waits until dtrace has probed the files that it maps: %s",
			 (int)pid, err ? err->message : "yes");
	if (!err)
		dt_vec_push(&d->gatekeeper->armed, pid);
	dt_error_destroy(err);
}

/** Opens the gate in the target's region. The patched hook of the linker waits at it. A program in
 * a target cannot wake the consumer, which polls. */
static void begin_inside(struct dtrace *d)
{
	struct dt_gatekeeper *k = d->gatekeeper;

	k->gate = dt_native_region_element(&d->loaded->region,
					   d->programs->desc->tables[DT_TABLE_GATE], 0);
	k->is_inside = true;
	dt_vec_push(&k->armed, d->inside->pid);
}

struct dt_error *dt_session_gate_begin(struct dtrace *d)
{
	struct dt_gatekeeper *k = d->gatekeeper;
	const unsigned *tables = d->programs->desc->tables;

	if (d->programs->in_target && d->inside->waits)
		begin_inside(d);
	if (!find_program(d))
		return NULL;
	k->gate = d->loaded->maps.memory[tables[DT_TABLE_GATE]];
	DT_TRY(dt_wake_init(&k->wake, d->loaded->maps.fds[tables[DT_TABLE_GATE_WAKE]]));
	DT_TRY(dt_session_wait_add(d, k->wake.fd));
	dt_vec_foreach (&d->targets->list, t)
		dt_session_gate_arm(d, t->pid);
	return NULL;
}

// ---- arrivals

static void note_waiting(struct dtrace *d, pid_t pid)
{
	struct dt_gatekeeper *k = d->gatekeeper;

	dt_vec_foreach (&k->waiting, known)
		if (*known == pid)
			return;
	dt_vec_push(&k->waiting, pid);
}

/** Notes an arrival. The program writes the pid shortly after counting the arrival; until then, all
 * armed processes count as waiting. */
static void note_arrival(struct dtrace *d, uint64_t number)
{
	struct dt_gatekeeper *k = d->gatekeeper;
	dt_u32 *slot = &k->gate->process[number % DT_GATE_ARRIVALS];
	pid_t pid = (pid_t)__atomic_exchange_n(slot, 0, __ATOMIC_ACQUIRE);

	if (pid) {
		note_waiting(d, pid);
		return;
	}
	dt_vec_foreach (&k->armed, known)
		note_waiting(d, *known);
}

bool dt_session_gate_receive(struct dtrace *d)
{
	struct dt_gatekeeper *k = d->gatekeeper;
	uint64_t arrived, expired;

	if (!k->gate)
		return false;
	if (!k->is_inside)
		dt_wake_clear(&k->wake);
	arrived = __atomic_load_n(&k->gate->arrived, __ATOMIC_ACQUIRE);
	expired = __atomic_load_n(&k->gate->expired, __ATOMIC_ACQUIRE);
	if (arrived == k->next)
		return false;
	k->is_late = expired != k->expired;
	k->waiting.len = 0;
	if (k->is_inside)
		note_waiting(d, d->inside->pid);
	for (; !k->is_inside && k->next < arrived; k->next++)
		note_arrival(d, k->next);
	k->next = arrived;
	return true;
}

// ---- signs of life

static void *beat(void *self)
{
	struct dt_beating *b = self;
	struct pollfd wake = {.fd = b->wake, .events = POLLIN};

	do
		__atomic_store_n(&b->gate->beat, dt_now(), __ATOMIC_RELEASE);
	while (poll(&wake, 1, BEAT_MS) == 0 && !__atomic_load_n(&b->done, __ATOMIC_ACQUIRE));
	return NULL;
}

void dt_session_beating_begin(struct dt_beating *b, struct dt_gate *gate)
{
	*b = (struct dt_beating){.gate = gate, .wake = eventfd(0, EFD_CLOEXEC)};
	b->is_on = b->wake >= 0 && !pthread_create(&b->thread, NULL, beat, b);
}

void dt_session_beating_end(struct dt_beating *b)
{
	if (!b->gate)
		return;
	__atomic_store_n(&b->done, true, __ATOMIC_RELEASE);
	if (b->is_on) {
		eventfd_write(b->wake, 1);
		pthread_join(b->thread, NULL);
	}
	dt_close_p(&b->wake);
	*b = (struct dt_beating){0};
}

void dt_session_gate_answer(struct dtrace *d, struct dt_error *(*work)(struct dtrace *d),
			    struct dt_error **err)
{
	struct dt_gatekeeper *k = d->gatekeeper;
	struct dt_beating b;
	uint64_t expired;

	dt_session_beating_begin(&b, k->gate);
	*err = work(d);
	dt_session_beating_end(&b);
	__atomic_store_n(&k->gate->answered, k->next, __ATOMIC_RELEASE);
	expired = __atomic_load_n(&k->gate->expired, __ATOMIC_ACQUIRE);
	k->is_late |= expired != k->expired;
	k->expired = expired;
	__atomic_store_n(&k->gate->noticed, expired, __ATOMIC_RELEASE);
}

void dt_session_gate_open(struct dtrace *d)
{
	dt_session_beating_end(&d->gatekeeper->following);
	if (d->gatekeeper->gate)
		__atomic_store_n(&d->gatekeeper->gate->answered, UINT64_MAX, __ATOMIC_RELEASE);
}

void dt_session_gate_deinit(struct dtrace *d)
{
	dt_session_gate_open(d);
	if (!d->gatekeeper->is_inside)
		dt_wake_deinit(&d->gatekeeper->wake);
	dt_vec_deinit(&d->gatekeeper->armed);
	dt_vec_deinit(&d->gatekeeper->waiting);
}
