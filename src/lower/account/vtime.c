/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * vtimestamp: the current thread's time on CPUs, without the time spent in our programs.
 *
 * The kernel updates its account of a thread only at ticks, with a clock that programs cannot read.
 * So each thread that leaves a CPU or fires a probe has a virtual clock here. The clock is
 * `timestamp - behind`. While the thread is off the CPU or in one of our programs, the clock is
 * stopped at `standing`. When it starts again, `behind` grows by the time that it was stopped. A
 * program on sched_switch stops the clock of the previous thread and starts that of the next one.
 * Each group's program stops the clock of the current thread at its start, and starts it at its
 * end. All this exists only in sessions whose program uses vtimestamp.
 *
 * - `behind` never shrinks, so CPU time is never larger than elapsed time.
 * - A clock starts at the value at which it stopped, so it never runs backwards. The time between a
 *   program's start and its read of vtimestamp counts as time in the probe.
 * - A program that interrupts another one, or fires in a thread that leaves the CPU, finds the
 *   clock stopped and does not change it. If the interrupted program is about to stop or to start
 *   the clock, the interrupting program does that. The next program of a chain finds the clock
 *   stopped and takes it over.
 * - An executor without the kernel's memory has the kernel's own account of the thread, and needs
 * no clocks.
 * - If the kernel has no memory for a clock, or a lookup fails, vtimestamp is too large, but both
 *   guarantees hold.
 *
 * Decision: docs/dev/decisions/0075-vtimestamp-clock-that-stands.md
 */
#include "lower/account/account.h"

/** Clock of a thread. Initially all 0: the clock equals timestamp. */
struct vtime {
	uint64_t behind;   // ns
	uint64_t standing; // ns; 0: the clock runs
	uint64_t inside;   // enum inside: state of the program that will start the clock
};

enum inside {
	NO_PROGRAM,
	PROGRAM_STOPS, // is about to stop the clock
	PROGRAM_RUNS,
	PROGRAM_STARTS, // is about to start the clock, or leaves that to the next program
};

static dt_reg thread_clock(struct dt_gen *g, enum dt_env find, dt_reg task)
{
	unsigned map = dt_lower_map_once(g->l, &g->l->maps.vtime,
					 &(struct dt_map_desc){.name = "dt_vtime",
							       .kind = DT_MAPK_THREAD,
							       .key_size = 4,
							       .value_size = sizeof(struct vtime)});

	return dt_ir_env(g->f, find, dt_ir_map(g->f, map), task);
}

bool dt_lower_has_vtime(const struct dt_lower *l)
{
	return l->builtin_flags & DT_BF_VTIME;
}

static dt_reg clock_member(struct dt_ir_func *f, dt_reg clock, size_t offset)
{
	return dt_ir_load(f, 8, clock, (int64_t)offset);
}

static void set_inside(struct dt_ir_func *f, dt_reg clock, enum inside inside)
{
	dt_ir_storei(f, 8, clock, offsetof(struct vtime, inside), inside);
}

/** Stops a clock, unless an interrupting program has already stopped it. */
static void stop_clock(struct dt_ir_func *f, dt_reg clock)
{
	// In this order, the clock does not run backwards if the thread leaves the CPU in between.
	dt_reg behind = clock_member(f, clock, offsetof(struct vtime, behind));
	dt_reg now = dt_ir_env(f, DT_ENV_TIME);

	dt_ir_atomic(f, DT_IR_CMPXCHG, 8, clock, offsetof(struct vtime, standing),
		     dt_ir_bin(f, DT_IR_SUB, now, behind), dt_ir_const(f, 0));
}

/** Starts a clock, unless it runs or an interrupting program starts it. */
static void start_clock(struct dt_ir_func *f, dt_reg clock)
{
	dt_label runs = dt_ir_label(f);
	dt_reg behind = clock_member(f, clock, offsetof(struct vtime, behind));
	dt_reg standing = clock_member(f, clock, offsetof(struct vtime, standing)), now;

	dt_ir_branchi(f, DT_IR_EQ, standing, 0, runs);
	now = dt_ir_env(f, DT_ENV_TIME);
	dt_ir_atomic(f, DT_IR_CMPXCHG, 8, clock, offsetof(struct vtime, behind),
		     dt_ir_bin(f, DT_IR_SUB, now, standing), behind);
	dt_ir_storei(f, 8, clock, offsetof(struct vtime, standing), 0);
	dt_ir_place(f, runs);
}

static dt_reg thread_time(struct dt_gen *g)
{
	return dt_ir_env(g->f, DT_ENV_THREAD_TIME);
}

dt_reg dt_gen_vtime(struct dt_gen *g)
{
	if (!dt_gen_reads_kernel(g))
		return dt_gen_of_thread(g, DT_CACHE_VTIME, thread_time);

	struct dt_ir_func *f = g->f;
	dt_reg v = dt_ir_mov(f, dt_gen_timestamp(g));
	dt_reg clock = thread_clock(g, DT_ENV_THREAD_FIND, dt_gen_task(g)), standing;
	dt_label found = dt_ir_label(f), runs = dt_ir_label(f);

	dt_ir_branchi(f, DT_IR_EQ, clock, 0, found);
	standing = clock_member(f, clock, offsetof(struct vtime, standing));
	dt_ir_branchi(f, DT_IR_EQ, standing, 0, runs);
	dt_ir_mov_to(f, v, standing);
	dt_ir_jump(f, found);
	dt_ir_place(f, runs);
	dt_ir_bin_to(f, DT_IR_SUB, v, v, clock_member(f, clock, offsetof(struct vtime, behind)));
	dt_ir_place(f, found);
	return v;
}

void dt_gen_vtime_begin(struct dt_gen *g)
{
	struct dt_ir_func *f = g->f;
	dt_label leave = dt_ir_label(f), on_cpu = dt_ir_label(f), stops = dt_ir_label(f);
	dt_reg clock, inside;

	if (!g->program.clock)
		return;
	dt_ir_const_to(f, g->program.clock, 0);
	clock = thread_clock(g, DT_ENV_THREAD_MAKE, dt_ir_env(f, DT_ENV_TASK));
	dt_ir_branchi(f, DT_IR_EQ, clock, 0, leave);
	inside = clock_member(f, clock, offsetof(struct vtime, inside));
	dt_ir_branchi(f, DT_IR_EQ, inside, PROGRAM_RUNS, leave);
	dt_ir_branchi(f, DT_IR_EQ, inside, PROGRAM_STOPS, stops);
	dt_ir_branchi(f, DT_IR_NE, inside, NO_PROGRAM, on_cpu);
	dt_ir_branchi(f, DT_IR_NE, clock_member(f, clock, offsetof(struct vtime, standing)), 0,
		      leave);
	dt_ir_place(f, on_cpu);
	set_inside(f, clock, PROGRAM_STOPS);
	dt_ir_mov_to(f, g->program.clock, clock);
	dt_ir_place(f, stops);
	stop_clock(f, clock);
	dt_ir_branchi(f, DT_IR_EQ, g->program.clock, 0, leave);
	set_inside(f, clock, PROGRAM_RUNS);
	dt_ir_place(f, leave);
}

/** Starts the clock, or leaves that to the next program. */
static void finish_clock(struct dt_gen *g, bool starts)
{
	struct dt_ir_func *f = g->f;
	dt_label left;

	if (!dt_lower_has_vtime(g->l) || g->in_error || !dt_gen_reads_kernel(g))
		return;
	if (!g->program.clock)
		g->program.clock = dt_ir_reg(f);
	left = dt_ir_label(f);
	dt_ir_branchi(f, DT_IR_EQ, g->program.clock, 0, left);
	set_inside(f, g->program.clock, PROGRAM_STARTS);
	if (starts) {
		start_clock(f, g->program.clock);
		set_inside(f, g->program.clock, NO_PROGRAM);
	}
	dt_ir_place(f, left);
}

void dt_gen_vtime_end(struct dt_gen *g)
{
	finish_clock(g, true);
}

void dt_gen_vtime_hand_on(struct dt_gen *g)
{
	finish_clock(g, false);
}

/** Returns the clock of the thread in this argument of sched_switch. Jumps to `none` if it has no
 * clock, or is in one of our programs, which has stopped the clock anyway. */
static dt_reg switched_clock(struct dt_gen *g, enum dt_env find, unsigned argument, dt_label none)
{
	dt_reg task = dt_ir_load(g->f, 8, dt_ir_ctx(g->f), 8 * (int64_t)argument);
	dt_reg clock = thread_clock(g, find, task);

	dt_ir_branchi(g->f, DT_IR_EQ, clock, 0, none);
	dt_ir_branchi(g->f, DT_IR_NE, clock_member(g->f, clock, offsetof(struct vtime, inside)),
		      NO_PROGRAM, none);
	return clock;
}

/** Arguments of sched_switch: (bool preempt, struct task_struct *prev, struct task_struct *next,
 * …). */
struct dt_ir_prog *dt_lower_vtime(struct dt_lower *l)
{
	static const struct dt_lower_group no_group;
	struct dt_gen g = {.l = l, .group = &no_group};
	dt_label left, came;
	dt_reg clock;

	if (!dt_lower_has_vtime(l))
		return NULL;
	g.program.ir = dt_lower_prog(l, "dt_vtime", DT_ATTACH_TYPED_TRACEPOINT);
	g.f = dt_ir_func_add(g.program.ir, "dt_vtime", 0);
	left = dt_ir_label(g.f);
	came = dt_ir_label(g.f);
	clock = switched_clock(&g, DT_ENV_THREAD_MAKE, 1, left);
	dt_ir_branchi(g.f, DT_IR_NE, clock_member(g.f, clock, offsetof(struct vtime, standing)), 0,
		      left);
	set_inside(g.f, clock, PROGRAM_STOPS);
	stop_clock(g.f, clock);
	set_inside(g.f, clock, NO_PROGRAM);
	dt_ir_place(g.f, left);
	start_clock(g.f, switched_clock(&g, DT_ENV_THREAD_FIND, 2, came));
	dt_ir_place(g.f, came);
	dt_ir_ret(g.f, 0);
	dt_ir_optimize(g.f);
	return g.program.ir;
}
