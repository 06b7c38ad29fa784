/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Compiles a program: its IR functions in order, then each function of the runtime that they call,
 * directly or not, then the descriptions of its maps.
 *
 * No function calls itself, so each has a fixed place in the level: after the frames of all its
 * callers. Callers are emitted before their callees, so a place is final when its function is
 * emitted. The functions of the runtime get their places from the graph of their calls before the
 * first one is emitted.
 *
 * Decision: docs/dev/decisions/0086-frames-at-fixed-places.md
 */
#include "native/native.h"

#include "abi/native.h"
#include "ir/phrases.h"
#include "native/unit.h"
#include "native/words.h"

#include <assert.h>
#include <string.h>

enum {
	CALLS_MAX = 14,	       // return addresses on the thread's stack, besides main's: 112 bytes
	SITE_CALLS_MAX = 10,   // with main's; a stub has 48 bytes there, too
	LEVEL_MAX = 256 << 10, // bytes of all frames
};

_Static_assert((int)DT_SCRATCH_LEVELS == DT_NATIVE_LEVELS, "each level has a slot");

static bool is_known(enum dt_env word)
{
	return dt_word_table[word].how != DT_WORD_REFUSED;
}

/** The same without stacks, because no code of this process is probed. */
static bool serves(enum dt_env word)
{
	return is_known(word) && word != DT_ENV_UNWIND;
}

/** The same without system calls, as a filter may forbid them. */
static bool serves_without_calls(enum dt_env word)
{
	return serves(word) && !dt_word_calls_system(word);
}

#define EXECUTOR(serves_, refusal_, way_out_)                                                     \
	{                                                                                         \
		.refusal = (refusal_), .way_out = (way_out_), .serves = (serves_),                \
		.attaches = 1 << DT_ATTACH_TRACER | 1 << DT_ATTACH_SITE,                          \
		.maps_of = 1 << DT_MAPK_ARRAY | 1 << DT_MAPK_HASH | 1 << DT_MAPK_THREAD |         \
			   1 << DT_MAPK_WAKE,                                                     \
		.thread = DT_ENV_PID_TGID, .tricks = 0, .inlines_cells = true,                    \
		.phrases = &dt_ir_slot_phrases, .stack = 4096,                                    \
		.room = {.scratch = 64, .key = 96, .zeros = 32},                                  \
		.windows = {.size = 256, .large = 256, .all = 512, .small = 4096, .stack = 4096}, \
		.map_limits = {                                                                   \
			.overhead = 16,                                                           \
			.cells = (4 << 20) - 4096,                                                \
			.cpu_element = 1 << 20                                                    \
		}                                                                                 \
	}

static const char way_out[] =
    "run dtrace as root, or with the capabilities CAP_BPF and CAP_PERFMON";

const struct dt_executor dt_native_executor =
    EXECUTOR(serves, "needs the kernel's executor", way_out);
const struct dt_executor dt_native_target_executor =
    EXECUTOR(is_known, "needs the kernel's executor", way_out);
const struct dt_executor dt_native_filtered_executor = EXECUTOR(
    serves_without_calls, "needs a system call, and a filter of the target may forbid it", way_out);

void dt_unit_refuse(struct dt_unit *u, const char *what)
{
	if (!u->err)
		u->err =
		    dt_error_new(DT_ERR_UNSUPPORTED, "a program in a process has no \"%s\"", what);
}

static int64_t label_of(struct dt_unit *u, struct dt_native_func *f)
{
	if (f->label < 0)
		f->label = dt_code_label(&u->code);
	return f->label;
}

/** Moves a function behind its caller's frame. Returns true if it moved. */
static bool raise_func(struct dt_unit *u, struct dt_native_func *f, unsigned frame, unsigned depth,
		       unsigned size)
{
	bool moved = frame > f->frame || depth > f->depth;

	if (frame > f->frame)
		f->frame = frame;
	if (depth > f->depth)
		f->depth = depth;
	if (f->frame + size > u->level_size)
		u->level_size = f->frame + size;
	if (f->depth > u->depth)
		u->depth = f->depth;
	return moved;
}

unsigned dt_unit_runtime_frame(const struct dt_rt_func *f)
{
	return ((f->stack + 7) & ~7u) + dt_arch_runtime_frame;
}

int64_t dt_unit_runtime(struct dt_unit *u, size_t index, unsigned frame, unsigned depth)
{
	const struct dt_rt_func *f = &dt_rt_table[index];
	struct dt_native_func *func = &u->runtime[index];
	unsigned size = dt_unit_runtime_frame(f);

	if (func->label < 0)
		dt_vec_push(&u->todo, index);
	label_of(u, func);
	if (!raise_func(u, func, frame, depth + 1, size))
		return func->label;
	// The recursion ends: tools/embed-runtime.c rejects recursive functions.
	for (uint32_t i = 0; i < f->n_relocs; i++)
		if (dt_rt_is_call(&f->relocs[i]))
			dt_unit_runtime(u, f->relocs[i].func, func->frame + size, func->depth);
	for (uint32_t i = 0; i < f->n_insns; i++) {
		const struct bpf_insn *insn = &f->insns[i];
		bool is_helper = insn->code == (BPF_JMP | BPF_CALL) && !insn->src_reg;
		enum dt_env word = is_helper ? dt_word_of_helper(insn->imm) : DT_N_ENVS;

		const char *name =
		    word != DT_N_ENVS ? dt_word_function(word, u->place->is_site) : NULL;

		if (name)
			dt_unit_runtime_named(u, name, func->frame + size, func->depth);
	}
	return func->label;
}

int64_t dt_unit_runtime_named(struct dt_unit *u, const char *name, unsigned frame, unsigned depth)
{
	const struct dt_rt_func *f = dt_rt_find(name);

	if (!f) {
		dt_unit_refuse(u, name);
		return -1;
	}
	return dt_unit_runtime(u, (size_t)(f - dt_rt_table), frame, depth);
}

int64_t dt_unit_func(struct dt_unit *u, size_t index, unsigned frame, unsigned depth)
{
	raise_func(u, &u->funcs[index], frame, depth + 1, 0);
	return label_of(u, &u->funcs[index]);
}

void dt_unit_begin_saves(struct dt_unit *u, uint32_t regs, int32_t at)
{
	struct dt_native_saves s = {.begin = (uint32_t)u->code.bytes.len, .regs = regs, .at = at};

	if (regs)
		dt_vec_push(&u->saves, s);
}

void dt_unit_end_saves(struct dt_unit *u, uint32_t regs)
{
	if (regs)
		u->saves.data[u->saves.len - 1].end = (uint32_t)u->code.bytes.len;
}

int64_t dt_unit_map(struct dt_unit *u, size_t map)
{
	assert(map < u->place->n_maps);
	if (u->maps[map] < 0)
		u->maps[map] = dt_code_label(&u->code);
	return u->maps[map];
}

/** Appends the descriptions of maps. */
static void emit_maps(struct dt_unit *u)
{
	struct dt_code *c = &u->code;

	while (c->bytes.len % 8)
		dt_vec_push(&c->bytes, 0xcc);
	for (size_t k = 0; k < u->place->n_maps; k++) {
		if (u->maps[k] < 0)
			continue;
		dt_code_place(c, u->maps[k]);
		dt_code_map(c, &u->place->maps[k]);
	}
}

/** Reports whether the program asks for a word. */
static bool asks(const struct dt_ir_prog *p, enum dt_env word)
{
	dt_vec_foreach (&p->funcs, f)
		dt_vec_foreach (&(*f)->code, i)
			if (i->op == DT_IR_ENV && i->imm == word)
				return true;
	return false;
}

static struct dt_native_func *new_funcs(size_t n)
{
	struct dt_native_func *funcs = dt_zalloc((n + 1) * sizeof(*funcs));

	for (size_t k = 0; k < n; k++)
		funcs[k].label = -1;
	return funcs;
}

static void emit_all(struct dt_unit *u)
{
	dt_arch_emit_entry(u);
	for (size_t n = 0; n < u->p->funcs.len; n++) {
		if (u->funcs[n].label < 0)
			continue;
		dt_code_place(&u->code, u->funcs[n].label);
		dt_arch_emit_func(u, n);
	}
	// No function is added here: each was, with those that call it.
	for (size_t k = 0; !u->err && k < u->todo.len; k++) {
		size_t index = u->todo.data[k];

		dt_code_place(&u->code, u->runtime[index].label);
		dt_arch_emit_runtime(u, index);
	}
	emit_maps(u);
}

struct dt_error *dt_native_compile(const struct dt_ir_prog *p, const struct dt_native_place *place,
				   struct dt_native_program *ret)
{
	struct dt_unit u = {.p = p,
			    .place = place,
			    .identifies = place->has_children &&
					  (asks(p, DT_ENV_PID_TGID) || asks(p, DT_ENV_PPID)),
			    .signals = place->is_site && asks(p, DT_ENV_SIGNAL)};

	u.funcs = new_funcs(p->funcs.len);
	u.runtime = new_funcs(dt_rt_count);
	u.maps = dt_malloc((place->n_maps + 1) * sizeof(*u.maps));
	memset(u.maps, -1, (place->n_maps + 1) * sizeof(*u.maps));
	emit_all(&u);
	if (!u.err &&
	    (u.depth > (place->is_site ? SITE_CALLS_MAX : CALLS_MAX) || u.level_size > LEVEL_MAX))
		u.err = dt_error_new(DT_ERR_UNSUPPORTED,
				     "the program needs %u bytes of frames and %u nested calls",
				     u.level_size, u.depth);
	free(u.funcs);
	free(u.runtime);
	free(u.maps);
	dt_vec_deinit(&u.todo);
	if (u.err) {
		dt_code_deinit(&u.code);
		dt_vec_deinit(&u.saves);
		return u.err;
	}
	*ret = (struct dt_native_program){
	    .code = u.code,
	    .saves = {u.saves.data, u.saves.len, u.saves.cap},
	    .level_size = u.level_size,
	    .depth = u.depth,
	    .clobbers = u.code.written & ~dt_arch_level_reg,
	    .reads = u.reads,
	    .shares_level = u.level_size == sizeof(struct dt_native_level) && !u.writes_level,
	    .peeks = u.peeks,
	    .calls = u.signals || u.calls};
	return NULL;
}

void dt_native_program_deinit(struct dt_native_program *p)
{
	dt_code_deinit(&p->code);
	dt_vec_deinit(&p->saves);
}
