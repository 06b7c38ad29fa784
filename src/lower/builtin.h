/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The interface between lowering and builtins. Builtins in src/builtin/ implement struct
 * dt_lowering and call the functions below. They have no access to the tables of lowering.
 */
#ifndef DT_LOWER_BUILTIN_H
#define DT_LOWER_BUILTIN_H

#include "abi/program.h"
#include "ir/context.h"
#include "types/btf/members.h"
#include "lang/builtin.h"
#include "lower/lower.h"

/** State of the lowering of a program; owned by lower/. */
struct dt_gen;

/** The lowering of a builtin. At most one of the first five members is set: the kind of result. */
struct dt_lowering {
	/** Returns a scalar result in a register. */
	dt_reg (*value)(struct dt_gen *g, const struct dt_node *n);
	/** Writes a string result to `dst` (address of `cap` writable bytes), NUL-terminated. Bytes
	 * after the NUL must not change, except to 0, because keys are zeroed before. */
	void (*string)(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap);
	/** The same for a result that may be NULL. Returns a register that is 0 if it is. */
	dt_reg (*nullable)(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap);
	/** Statement that writes to the record: an action that the consumer performs. */
	void (*action)(struct dt_gen *g, const struct dt_node *n);
	/** Statement that takes effect when the probe fires. */
	void (*effect)(struct dt_gen *g, const struct dt_node *n);
	/** The lowering calls dt_gen_timestamp(). */
	bool reads_clock;
	/** Max. bytes (with NUL) that `string` produces; 0 = strsize. */
	uint32_t string_max;
	/** `string` reads only `cap` bytes, so a smaller cap is cheaper. */
	bool reads_cap;
	/** Reports whether the result is always the first *len bytes of argument 0. NULL: it is
	 * not. */
	bool (*beginning)(const struct dt_node *n, uint64_t *len);
	/** Returns the size of memory that all calls in a firing share (dt_gen_state()). Its first
	 * 8 bytes are 0 before the first call. */
	uint32_t (*state)(const struct dt_gen *g);
	/** Builtins with the same pointer share one state; NULL: only the calls of this one. */
	const void *shared;
	/** Sets the kind of the field that a record (or key, if field->is_key) has for the result,
	 * unless that is INT or STRING. Must only describe, because it is also called before any
	 * code is generated. */
	void (*field)(struct dt_gen *g, const struct dt_node *n, struct dt_field *field);
	/** Writes the datum of such a field to dst + off. */
	void (*store)(struct dt_gen *g, const struct dt_node *n, dt_reg dst, int64_t off,
		      const struct dt_field *field);
	/** Aggregating function: updates the value words at `slot` (value_size bytes). */
	void (*aggregate)(struct dt_gen *g, const struct dt_node *call, const struct dt_ident *agg,
			  dt_reg slot);
	/** 1 + number of the argument that is added to a word. If the sum does not change or
	 * becomes 0, the words do not show the update. 0: words always show an update. */
	unsigned adds;
};

/** Reports whether the code has the probe's context: CONTEXT words of the environment and functions
 * of dt_context. The function of the ERROR clauses has none. */
bool dt_gen_has_firing(const struct dt_gen *g);

struct dt_ir_func *dt_gen_func(struct dt_gen *g);
const struct dt_options *dt_gen_options(const struct dt_gen *g);
const struct dt_context *dt_gen_context(const struct dt_gen *g);
uint32_t dt_gen_strsize(const struct dt_gen *g);

/** Evaluates a scalar expression. */
dt_reg dt_gen_value(struct dt_gen *g, const struct dt_node *n);
/** Evaluates a string expression into memory. A NULL string raises BADADDR. */
void dt_gen_string_into(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap);
/** The same, but jumps to `null` if the string is NULL. Registers that this call caches are not
 * valid there. */
void dt_gen_string_or(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap,
		      dt_label null);
bool dt_node_is_string(const struct dt_node *n);
/** Evaluates a string expression and returns an address of readable bytes: a literal, a variable,
 * or a scratch copy. Writes the static bound of its size, with NUL, to *cap. */
dt_reg dt_gen_string(struct dt_gen *g, const struct dt_node *n, uint32_t *cap);
/** Returns the static bound of the size of a string expression. */
uint32_t dt_gen_string_max(struct dt_gen *g, const struct dt_node *n);

/** Returns `size` bytes of scratch memory for the rest of the clause, 8-aligned: on the BPF stack
 * if small, else in the claimed per-CPU slot. */
dt_reg dt_gen_scratch(struct dt_gen *g, uint32_t size);

/** Returns the address of a read-only copy of the bytes. */
dt_reg dt_gen_table(struct dt_gen *g, const void *data, uint32_t size);
/** Allocates `max` bytes in the slot, to which pointers of the D program may point. They may write
 * the first `size` bytes; 0: all. */
dt_reg dt_gen_alloca(struct dt_gen *g, uint32_t max, dt_reg size);
/** Returns a pointer, known to the verifier, as a number for storing and arithmetic. */
dt_reg dt_gen_number(struct dt_gen *g, dt_reg address);
/** Writes zeros to dst + off. */
void dt_gen_zero(struct dt_gen *g, dt_reg dst, int64_t off, uint32_t size);
/** Masks an index that is less than n, so that the verifier knows a bound. */
dt_reg dt_gen_masked(struct dt_gen *g, dt_reg index, uint64_t n);
/** Shows the verifier that r is at most `max`. Control never reaches `never`. */
void dt_gen_at_most(struct dt_gen *g, dt_reg r, int64_t max, dt_label never);
/** Jumps to `none` if r, a size, is 0. */
void dt_gen_leave_if_zero(struct dt_gen *g, dt_reg r, dt_label none);
/** Returns a copy of r with a bound that the verifier keeps even if r is spilled to the stack. */
dt_reg dt_gen_copy_at_most(struct dt_gen *g, dt_reg r, int64_t max, dt_label never);
/** Converts the number `addr` to the address of D's own memory in which `size` bytes, at most
 * `max`, may be written. Raises BADADDR if it does not point there. */
dt_reg dt_gen_own(struct dt_gen *g, dt_reg addr, dt_reg size, uint32_t max);
/** Reads memory of the process: `size` bytes, or a string of at most that size. Raises BADADDR on
 * failure. Returns the result of READ_USER or READ_USER_STR. */
dt_reg dt_gen_read_user(struct dt_gen *g, bool string, dt_reg dst, dt_reg size, dt_reg addr);
/** Returns the address of this CPU's element of an array map with elems_per_cpu 1. The caller must
 * check it for NULL. */
dt_reg dt_gen_cpu_elem(struct dt_gen *g, unsigned map);

/** Reports whether programs can read memory of the kernel. */
bool dt_gen_reads_kernel(const struct dt_gen *g);
/** Reports whether the program runs inside the process that it traces, and the executor serves
 * UNWIND there. */
bool dt_gen_is_inside(const struct dt_gen *g);
/** Returns what is at the top of a kernel stack that the program reads. */
enum dt_stack_top dt_gen_stack_top(const struct dt_gen *g);

/** Returns the address of the memory that the builtin's `state` requests. */
dt_reg dt_gen_state(struct dt_gen *g, const struct dt_node *call);

/** Enclose code that runs conditionally and evaluates expressions. Registers cached inside are not
 * valid outside. */
unsigned dt_gen_branch_begin(struct dt_gen *g);
void dt_gen_branch_end(struct dt_gen *g, unsigned begin);

/** These read the context, cached for the firing. */
dt_reg dt_gen_arg(struct dt_gen *g, unsigned n);
dt_reg dt_gen_probe_id(struct dt_gen *g);
/** Returns argN of the context, uncached. Builtins use dt_gen_arg(). */
dt_reg dt_gen_probe_arg(struct dt_gen *g, unsigned n);
dt_reg dt_gen_epid(struct dt_gen *g);
dt_reg dt_gen_timestamp(struct dt_gen *g); // once per clause
/** Reads the time again, for the rest of the clause. */
void dt_gen_timestamp_renew(struct dt_gen *g);
dt_reg dt_gen_vtime(struct dt_gen *g); // vtimestamp
dt_reg dt_gen_errno(struct dt_gen *g);
/** These describe the clause's thread: the current one, or the one that the static probe's origin
 * names. dt_gen_pid_tgid() returns its kernel numbers, process << 32 | thread, for internal keys.
 * dt_gen_pid() and dt_gen_tid() return its numbers in dtrace's PID namespace, which users see, or 0
 * if it is not in that namespace. */
dt_reg dt_gen_pid_tgid(struct dt_gen *g);
dt_reg dt_gen_pid(struct dt_gen *g);
dt_reg dt_gen_tid(struct dt_gen *g);
/** Returns the address of the namespace's description for the runtime, or 0 for the initial
 * namespace. */
dt_reg dt_gen_pidns(struct dt_gen *g);
/** Returns non-zero if the process has the number `pid` or descends from that process. */
dt_reg dt_gen_progenyof(struct dt_gen *g, dt_reg pid);
dt_reg dt_gen_uid_gid(struct dt_gen *g);
dt_reg dt_gen_task(struct dt_gen *g);
dt_reg dt_gen_task_number(struct dt_gen *g);
void dt_gen_comm(struct dt_gen *g, dt_reg dst, uint32_t size);
/** Reports whether the clause's thread is not the current one. */
bool dt_gen_is_elsewhere(const struct dt_gen *g);
/** Reports an error if the clause's thread is not the current one, because `what` (memory, stack)
 * is then not available. */
void dt_gen_must_be_here(struct dt_gen *g, const char *what);

/** Returns the offset of a member of a kernel's struct. If the executor has no memory of the
 * kernel, or this kernel no such member, reports that and returns 0. */
uint32_t dt_gen_member(struct dt_gen *g, enum dt_kernel_member member);
/** The same, but if this kernel has no such member, the program raises ILLOP. */
uint32_t dt_gen_member_or_fault(struct dt_gen *g, enum dt_kernel_member member);
/** Reports whether this kernel has the member. */
bool dt_gen_has_member(struct dt_gen *g, enum dt_kernel_member member);

/** Reports that an argument has the wrong type, where a prototype cannot express the rule. */
void dt_gen_bad_arg(struct dt_gen *g, const struct dt_node *call, unsigned i, const char *wanted);

/** Writes a part of the firing probe's name, NUL-terminated within `cap`. */
void dt_gen_probe_name(struct dt_gen *g, enum dt_probe_part part, dt_reg dst, uint32_t cap);
/** Returns a number for this part. Equal texts have equal numbers in all probes of the program. */
dt_reg dt_gen_probe_name_number(struct dt_gen *g, enum dt_probe_part part);

/** Raises a fault, which leaves the clause, if `a COND imm`. addr may be 0 (none). */
void dt_gen_fault_if(struct dt_gen *g, enum dt_fault code, enum dt_ir_cond cond, dt_reg a,
		     int64_t imm, dt_reg addr);
/** Counts a drop on this CPU. */
void dt_gen_drop(struct dt_gen *g, enum dt_drop cause);

/** Recording. Begin an action by its name in the consumer's table, which is usually the builtin's
 * name. Then add its fields; each call evaluates an expression and writes it to the record, which
 * is already reserved. Then end the action. */
void dt_gen_act_begin(struct dt_gen *g, const char *act, const struct dt_node *call);
void dt_gen_act_format(struct dt_gen *g, const char *format);
void dt_gen_act_field(struct dt_gen *g, const struct dt_node *expr); // kind from the type
void dt_gen_act_datum(struct dt_gen *g, const struct dt_node *expr); // ... truncated to its width
void dt_gen_act_bytes(struct dt_gen *g, dt_reg addr, uint64_t bytes, bool user,
		      const struct dt_type *type);
void dt_gen_act_word(struct dt_gen *g, dt_reg value); // 64 bits, already computed
void dt_gen_act_agg(struct dt_gen *g, const struct dt_ident *agg);
void dt_gen_act_end(struct dt_gen *g);

/** Marks the last word of the record (dt_gen_act_word()) as the token of an ended speculation,
 * which becomes free when the record is submitted. */
void dt_gen_record_frees(struct dt_gen *g);
/** Returns the record's size in the ring, a late constant known at the end of the clause. */
dt_reg dt_gen_record_size(struct dt_gen *g);
/** Returns a label that discards the record and leaves the clause. */
dt_label dt_gen_record_skip(struct dt_gen *g);
/** Adds the tables of abi/unwind.h to the program, for dt_unwind(), or for DT_ENV_UNWIND. */
void dt_gen_unwind_tables(struct dt_gen *g);
void dt_gen_own_tables(struct dt_gen *g);
/** Adds the table of abi/traceid.h to the program, for dt_trace_ids(). */
void dt_gen_trace_places(struct dt_gen *g);
/** Returns the map of the speculations, struct dt_specs. */
unsigned dt_gen_spec_map(struct dt_gen *g);

/** Returns the handle of a builtin's map, which is identified by its static descriptor. */
unsigned dt_gen_map(struct dt_gen *g, const struct dt_map_desc *desc);

#endif
