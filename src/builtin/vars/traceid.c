/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Variables of the thread's trace context (abi/traceid.h), which a process publishes for tracers.
 * They are texts, because that is how tools of tracing show and search ids. The first use in a
 * firing reads the process's memory, for both.
 */
#include "builtin/builtin.h"

#include "abi/traceid.h"
#include "arch/arch.h"
#include "lower/builtin.h"

enum { TRACE_TEXT = 33, SPAN_TEXT = 17 }; // bytes, with the NUL

static uint32_t ids_state(const struct dt_gen *g)
{
	return sizeof(struct dt_trace_ids);
}

/** Copies a text of a known size as words: a third of the time of the string copy. */
static void copy_text(struct dt_gen *g, dt_reg dst, dt_reg src, uint32_t size)
{
	struct dt_ir_func *f = dt_gen_func(g);
	uint32_t at = 0;

	for (; at + 8 <= size; at += 8)
		dt_ir_store(f, 8, dst, at, dt_ir_load(f, 8, src, at));
	for (; at < size; at++)
		dt_ir_store(f, 1, dst, at, dt_ir_load(f, 1, src, at));
}

/** Writes the text at `offset` of struct dt_trace_ids, which has `size` bytes. */
static void write_id(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap,
		     size_t offset, uint32_t size)
{
	struct dt_ir_func *f = dt_gen_func(g);
	dt_reg ids = dt_gen_state(g, n), pointer, text;

	dt_gen_must_be_here(g, n->ident->name);
	dt_gen_trace_places(g);
	pointer = dt_ir_load_kernel(f, 8, dt_gen_task(g), dt_gen_member(g, dt_arch.thread_pointer));
	dt_ir_call(f, "dt_trace_ids", 3, ids, dt_gen_pid(g), pointer);
	text = dt_ir_bini(f, DT_IR_ADD, ids, (int64_t)offset);
	if (cap >= size)
		copy_text(g, dst, text, size);
	else
		dt_ir_env(f, DT_ENV_COPY_STR, dst, dt_ir_const(f, cap), text);
}

static void traceid_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	write_id(g, n, dst, cap, offsetof(struct dt_trace_ids, trace), TRACE_TEXT);
}

static void spanid_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	write_id(g, n, dst, cap, offsetof(struct dt_trace_ids, span), SPAN_TEXT);
}

const struct dt_builtin dt_builtin_traceid = {
    .name = "traceid",
    .kind = DT_BUILTIN_VARIABLE,
    .proto = "string",
    .lowering = &(const struct dt_lowering){.string = traceid_string,
					    .string_max = TRACE_TEXT,
					    .state = ids_state,
					    .shared = ids_state},
    .doc = "Id of the distributed trace that the thread works for, 32 hexadecimal digits, or \"\" "
	   "if its process publishes none by OpenTelemetry's thread context.",
    .example = "syscall::openat:entry /traceid != \"\"/ { @[traceid, spanid] = count(); }",
};

const struct dt_builtin dt_builtin_spanid = {
    .name = "spanid",
    .kind = DT_BUILTIN_VARIABLE,
    .proto = "string",
    .lowering = &(const struct dt_lowering){.string = spanid_string,
					    .string_max = SPAN_TEXT,
					    .state = ids_state,
					    .shared = ids_state},
    .doc = "Id of the span of that trace, 16 hexadecimal digits, or \"\".",
    .example = "io:::start { printf(\"%s %s\", traceid, spanid); }",
};
