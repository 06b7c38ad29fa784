/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Makes a process wait until newly mapped files are probed (struct dt_gate), or until dtrace can
 * follow it into a program that it is about to execute. In the kernel the program is sleepable,
 * because the kernel attaches probes to the process meanwhile and other threads may need the CPU.
 * Inside the process the program spins, and the placer stops the process while it places probes.
 *
 * Decision: docs/dev/decisions/0076-targets-wait-in-a-program.md
 * Decision: docs/dev/decisions/0123-target-waits-at-its-linker.md
 * Decision: docs/dev/decisions/0146-executed-programs-share-the-region.md
 */
#include "lower/account/account.h"

/** Stores the process, or thread, of arrival `number` for the consumer. */
static void store_process(struct dt_ir_func *f, dt_reg gate, dt_reg number, dt_reg process)
{
	dt_reg slot =
	    dt_ir_bini(f, DT_IR_SHL, dt_ir_bini(f, DT_IR_AND, number, DT_GATE_ARRIVALS - 1), 2);

	dt_ir_store(f, 4, dt_ir_bin(f, DT_IR_ADD, gate, slot), offsetof(struct dt_gate, process),
		    process);
}

/** Ends the program unless tracing is active. */
static void check_active(struct dt_ir_func *f, dt_label end)
{
	dt_ir_branchi(
	    f, DT_IR_EQ,
	    dt_ir_load(f, 4, dt_ir_map_value(f, DT_MAP_CTL, 0), offsetof(struct dt_ctl, active)), 0,
	    end);
}

/** Counts an arrival at the gate, and returns its number. */
static dt_reg count_arrival(struct dt_ir_func *f, dt_reg gate)
{
	return dt_ir_atomic(f, DT_IR_FETCH_ADD, 8, gate, offsetof(struct dt_gate, arrived),
			    dt_ir_const(f, 1), 0);
}

/** Ends the program unless tracing is active. Counts the arrival, and returns its number and the
 * gate.
 */
static dt_reg note_arrival(struct dt_lower *l, struct dt_ir_func *f, dt_label end, dt_reg *gate)
{
	dt_reg number;

	check_active(f, end);
	*gate = dt_ir_map_value(f, dt_lower_table(l, DT_TABLE_GATE), 0);
	number = count_arrival(f, *gate);
	store_process(f, *gate, number, dt_ir_load(f, 4, dt_gen_current_process(l, f), 0));
	return number;
}

struct dt_ir_prog *dt_lower_gate(struct dt_lower *l, enum dt_attach attach, int sp)
{
	struct dt_ir_prog *p = dt_lower_prog(l, "dt_gate", attach);
	struct dt_ir_func *f = dt_ir_func_add(p, "dt_gate", 0);
	dt_reg stack = dt_ir_load(f, 8, dt_ir_ctx(f), sp), gate, number, data;
	dt_label end = dt_ir_label(f);

	number = note_arrival(l, f, end, &gate);
	data = dt_ir_slot_addr(f, dt_ir_slot(f, 8, 8));
	dt_ir_storei(f, 8, data, 0, 0);
	dt_ir_env(f, DT_ENV_WAKE, dt_ir_map(f, dt_lower_table(l, DT_TABLE_GATE_WAKE)), data,
		  dt_ir_const(f, 8));
	dt_ir_call(f, "dt_await_answer", 3, gate, number, stack);
	dt_ir_place(f, end);
	dt_ir_ret(f, 0);
	dt_ir_optimize(f);
	return p;
}

/** A program that runs inside processes. */
struct inside {
	struct dt_ir_prog *prog;
	struct dt_ir_func *f;
	const struct dt_executor *before;
};

static struct inside begin_inside(struct dt_lower *l, const struct dt_executor *executor,
				  const char *name)
{
	struct inside in = {.before = l->executor};

	l->executor = executor;
	in.prog = dt_lower_prog(l, name, DT_ATTACH_SITE);
	in.f = dt_ir_func_add(in.prog, name, 0);
	return in;
}

static struct dt_ir_prog *end_inside(struct dt_lower *l, const struct inside *in)
{
	dt_ir_ret(in->f, 0);
	dt_ir_optimize(in->f);
	l->executor = in->before;
	return in->prog;
}

struct dt_ir_prog *dt_lower_gate_inside(struct dt_lower *l, const struct dt_executor *executor)
{
	struct inside in = begin_inside(l, executor, "dt_gate");
	dt_label end = dt_ir_label(in.f);
	dt_reg gate, number = note_arrival(l, in.f, end, &gate);

	dt_ir_call(in.f, "dt_native_spin", 2, gate, number);
	dt_ir_place(in.f, end);
	return end_inside(l, &in);
}

struct dt_ir_prog *dt_lower_gate_exec(struct dt_lower *l, const struct dt_executor *executor)
{
	struct inside in = begin_inside(l, executor, "dt_exec_gate");
	dt_label end = dt_ir_label(in.f);
	dt_reg gate, number, thread;

	check_active(in.f, end);
	dt_ir_branchi(in.f, DT_IR_EQ, dt_ir_env(in.f, DT_ENV_EXECUTES), 0, end);
	thread = dt_ir_env(in.f, DT_ENV_ANNOUNCE);
	dt_ir_branchi(in.f, DT_IR_EQ, thread, 0, end);
	gate = dt_ir_map_value(in.f, dt_lower_table(l, DT_TABLE_EXEC_GATE), 0);
	number = count_arrival(in.f, gate);
	store_process(in.f, gate, number, thread);
	dt_ir_call(in.f, "dt_native_spin", 2, gate, number);
	dt_ir_place(in.f, end);
	return end_inside(l, &in);
}

struct dt_ir_prog *dt_lower_guard(struct dt_lower *l, const struct dt_executor *executor)
{
	struct inside in = begin_inside(l, executor, "dt_guard");

	dt_ir_env(in.f, DT_ENV_GUARD);
	return end_inside(l, &in);
}
