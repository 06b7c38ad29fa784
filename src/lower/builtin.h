/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * What the lowering of a builtin is given and may call. Builtins in src/builtin/ implement
 * struct dt_lowering and use the functions below; they never see the tables of lowering itself.
 */
#ifndef DT_LOWER_BUILTIN_H
#define DT_LOWER_BUILTIN_H

#include "abi/program.h"
#include "ir/context.h"
#include "lang/builtin.h"
#include "lower/lower.h"

/** State while one clause is lowered; owned by lower/. */
struct dt_gen;

/**
 * The lowering of a builtin; at most one of the first five is set, by the kind of its result.
 */
struct dt_lowering {
	/** Scalar result in a register. */
	dt_reg (*value)(struct dt_gen *g, const struct dt_node *n);
	/** String result: written to `dst` (address of `cap` writable bytes), NUL-terminated
	 * within. Bytes after the NUL are left alone or become 0: keys are zeroed before. */
	void (*string)(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap);
	/** The same of a result that may be NULL; a register that is 0 if it is. */
	dt_reg (*nullable)(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap);
	/** Statement that records: an action that the consumer carries out. */
	void (*action)(struct dt_gen *g, const struct dt_node *n);
	/** Statement that takes effect where the probe fires. */
	void (*effect)(struct dt_gen *g, const struct dt_node *n);
	/** It asks for dt_gen_timestamp(). */
	bool reads_clock;
	/** Most bytes (with NUL) that `string` can produce; 0 = strsize. */
	uint32_t string_max;
	/** `string` costs less with a smaller cap: it reads no more. */
	bool reads_cap;
	/** Is the string the first *len bytes of argument 0, whatever that is? NULL: no. */
	bool (*beginning)(const struct dt_node *n, uint64_t *len);
	/** Bytes of memory that all calls in one firing share, its first 8 bytes 0 before the
	 * first; dt_gen_state() is its address. */
	uint32_t (*state)(const struct dt_gen *g);
	/** Field kind when it is recorded or used as a key, if not INT or STRING (sym, stack,
	 *  probefunc). Only describes, also before any code is generated; field->is_key says for
	 *  which of both. */
	void (*field)(struct dt_gen *g, const struct dt_node *n, struct dt_field *field);
	/** Write the datum of such a field to memory; `dst` + field->offset … */
	void (*store)(struct dt_gen *g, const struct dt_node *n, dt_reg dst, int64_t off,
		      const struct dt_field *field);
	/** Aggregating function: update the value words at `slot` (address of value_size bytes). */
	void (*aggregate)(struct dt_gen *g, const struct dt_node *call, const struct dt_ident *agg,
			  dt_reg slot);
	/** 1 + the number of the argument that it adds to a word: where that is 0 or takes away
	 *  what was there, the words do not show that there was an update. 0: they always do. */
	unsigned adds;
};

/** Can the code ask about the firing: CONTEXT words of the environment, what the context offers? An
 *  ERROR clause, whose function has no context, cannot. */
bool dt_gen_has_firing(const struct dt_gen *g);

struct dt_ir_func *dt_gen_func(struct dt_gen *g);
const struct dt_options *dt_gen_options(const struct dt_gen *g);
const struct dt_context *dt_gen_context(const struct dt_gen *g);
uint32_t dt_gen_strsize(const struct dt_gen *g);

/** Evaluate a scalar expression. */
dt_reg dt_gen_value(struct dt_gen *g, const struct dt_node *n);
/** Evaluate a string expression into memory; a NULL string is a BADADDR fault. */
void dt_gen_string_into(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap);
/** The same; on to `null` if the string is NULL. What is cached meanwhile is not known there. */
void dt_gen_string_or(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap,
		      dt_label null);
bool dt_node_is_string(const struct dt_node *n);
/** Evaluate a string expression to an address of readable bytes: a literal, a variable, or a
 * scratch copy. *cap is the static bound of its bytes, NUL included. */
dt_reg dt_gen_string(struct dt_gen *g, const struct dt_node *n, uint32_t *cap);
/** Static bound of the bytes of a string expression. */
uint32_t dt_gen_string_max(struct dt_gen *g, const struct dt_node *n);

/** `size` bytes of scratch memory for the rest of the clause, 8-aligned; on the BPF stack if small,
 *  else in the claimed per-CPU slot. */
dt_reg dt_gen_scratch(struct dt_gen *g, uint32_t size);

/** The address of a copy of the bytes, which never change. */
dt_reg dt_gen_table(struct dt_gen *g, const void *data, uint32_t size);
/** `max` bytes in the slot that pointers of the D program may point to, and of which they may write
 *  the first `size`; 0: all. */
dt_reg dt_gen_alloca(struct dt_gen *g, uint32_t max, dt_reg size);
/** An address that the verifier knows, as a number that can be stored and computed with. */
dt_reg dt_gen_number(struct dt_gen *g, dt_reg address);
/** Zeros at dst + off. */
void dt_gen_zero(struct dt_gen *g, dt_reg dst, int64_t off, uint32_t size);
/** Tell the verifier that r is `max` at most; control never goes to `never`. */
void dt_gen_at_most(struct dt_gen *g, dt_reg r, int64_t max, dt_label never);
/** A copy of r of which the verifier knows the same, though r may come back from the stack. */
dt_reg dt_gen_copy_at_most(struct dt_gen *g, dt_reg r, int64_t max, dt_label never);
/** Where `size` bytes, at most `max`, may be written, if the number `addr` points into such memory;
 *  else a BADADDR fault. */
dt_reg dt_gen_own(struct dt_gen *g, dt_reg addr, dt_reg size, uint32_t max);
/** Read memory of the process, `size` bytes or a string of at most that many; BADADDR if that
 * cannot be. Returns what the environment's word does. */
dt_reg dt_gen_read_user(struct dt_gen *g, bool string, dt_reg dst, dt_reg size, dt_reg addr);
/** This CPU's element of an array map with elems_per_cpu 1: its address, to be checked for NULL. */
dt_reg dt_gen_cpu_elem(struct dt_gen *g, unsigned map);

/** The memory that a builtin's `state` asked for. */
dt_reg dt_gen_state(struct dt_gen *g, const struct dt_node *call);

/** Around code that runs only sometimes and that evaluates something: what is cached inside is not
 *  known outside. */
unsigned dt_gen_branch_begin(struct dt_gen *g);
void dt_gen_branch_end(struct dt_gen *g, unsigned begin);

/** Cached reads of the context, once per firing. */
dt_reg dt_gen_arg(struct dt_gen *g, unsigned n);
dt_reg dt_gen_probe_id(struct dt_gen *g);
/** argN of the context, uncached: dt_gen_arg() is for others. */
dt_reg dt_gen_probe_arg(struct dt_gen *g, unsigned n);
dt_reg dt_gen_epid(struct dt_gen *g);
dt_reg dt_gen_timestamp(struct dt_gen *g); // once per clause
/** Read it anew, for the rest of the clause. */
void dt_gen_timestamp_renew(struct dt_gen *g);
dt_reg dt_gen_vtime(struct dt_gen *g); // vtimestamp
dt_reg dt_gen_errno(struct dt_gen *g);
/** The thread of the clause: the current one, or that of the static probe's origin. What the
 *  kernel calls it, process << 32 | thread, is for keys of our own; users see what dtrace's PID
 *  namespace calls it, 0 if it is not in there. */
dt_reg dt_gen_pid_tgid(struct dt_gen *g);
dt_reg dt_gen_pid(struct dt_gen *g);
dt_reg dt_gen_tid(struct dt_gen *g);
/** What the runtime needs to know of that namespace; 0: it is the initial one. */
dt_reg dt_gen_pidns(struct dt_gen *g);
/** Is not 0 if the process is the one of that number or descends from it. */
dt_reg dt_gen_progenyof(struct dt_gen *g, dt_reg pid);
dt_reg dt_gen_uid_gid(struct dt_gen *g);
dt_reg dt_gen_task(struct dt_gen *g);
dt_reg dt_gen_task_number(struct dt_gen *g);
void dt_gen_comm(struct dt_gen *g, dt_reg dst, uint32_t size);
/** ... is another thread than the current one. */
bool dt_gen_is_elsewhere(const struct dt_gen *g);
/** Report it if so: what must be known of the thread (its memory, its stack) can only be had of the
 *  current one. */
void dt_gen_must_be_here(struct dt_gen *g, const char *what);

/** Bytes from the start of a kernel struct (or typedef) to a member, "mm.arg_start" for one of a
 * struct inside, as the running kernel's type data say. If they do not, the call `n` gets its
 * diagnostic, and the result is 0. */
uint32_t dt_gen_offset(struct dt_gen *g, const struct dt_node *n, const char *type,
		       const char *member);
/** Has a kernel struct of that tag the member? */
bool dt_gen_has_member(struct dt_gen *g, const char *type, const char *member);

/** Report that an argument's type is not the one that is wanted, which no prototype can say. */
void dt_gen_bad_arg(struct dt_gen *g, const struct dt_node *call, unsigned i, const char *wanted);

/** One part of the firing probe's name as a string, NUL-terminated within `cap`. */
void dt_gen_probe_name(struct dt_gen *g, enum dt_probe_part part, dt_reg dst, uint32_t cap);
/** A number for it, the same for all probes of the program that share the text. */
dt_reg dt_gen_probe_name_number(struct dt_gen *g, enum dt_probe_part part);

/** Raise a fault of this clause if `a COND imm`; addr may be 0 (none). Never returns there. */
void dt_gen_fault_if(struct dt_gen *g, enum dt_fault code, enum dt_ir_cond cond, dt_reg a,
		     int64_t imm, dt_reg addr);
/** Count a drop on this CPU. */
void dt_gen_drop(struct dt_gen *g, enum dt_drop cause);

/** Recording. Begin the description of an action by its name in the consumer's table, usually the
 *  builtin's own, add its fields (each evaluates an expression and
 *  writes it to the record, which is reserved by then), end it. */
void dt_gen_act_begin(struct dt_gen *g, const char *act, const struct dt_node *call);
void dt_gen_act_format(struct dt_gen *g, const char *format);
void dt_gen_act_field(struct dt_gen *g, const struct dt_node *expr); // kind from the type
void dt_gen_act_datum(struct dt_gen *g, const struct dt_node *expr); // ... and cut to its width
void dt_gen_act_bytes(struct dt_gen *g, dt_reg addr, uint64_t bytes, bool user,
		      const struct dt_type *type);
void dt_gen_act_word(struct dt_gen *g, dt_reg value); // 64 bits that are already computed
void dt_gen_act_agg(struct dt_gen *g, const struct dt_ident *agg);
void dt_gen_act_end(struct dt_gen *g);

/** What was put last into the record (dt_gen_act_word()) is the token of a speculation that has
 * ended: it is free when the record is submitted. */
void dt_gen_record_frees(struct dt_gen *g);
/** Bytes that the whole record takes in the ring; known later, when the clause is done. */
dt_reg dt_gen_record_size(struct dt_gen *g);
/** Where to jump to give the record up and leave the clause. */
dt_label dt_gen_record_skip(struct dt_gen *g);
/** The program calls dt_unwind(), which reads the tables of abi/unwind.h. */
void dt_gen_unwind_tables(struct dt_gen *g);
/** The map of the speculations, struct dt_specs. */
unsigned dt_gen_spec_map(struct dt_gen *g);

/** The map of the builtin's own that this very descriptor, a static one, describes: its handle. */
unsigned dt_gen_map(struct dt_gen *g, const struct dt_map_desc *desc);

#endif
