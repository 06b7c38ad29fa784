/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The one table of the words that machine code serves. To serve another: a line here, and its
 * function in runtime/native/, if it has one.
 */
#include "native/words.h"

#include "abi/native.h"
#include "ir/ops.h"
#include "native/native.h"

#include <linux/bpf.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>

#define FIELD(field)                                                                     \
	{                                                                                \
		.how = DT_WORD_LEVEL, .offset = offsetof(struct dt_native_level, field), \
		.size = sizeof(((struct dt_native_level *)NULL)->field)                  \
	}
#define CALL(name)                                    \
	{                                             \
		.how = DT_WORD_CALL, .function = name \
	}
#define PEEK(number, argument)                                       \
	{                                                            \
		.how = DT_WORD_PEEK, .call = number, .own = argument \
	}
#define READ                                                                                  \
	{                                                                                     \
		.how = DT_WORD_PEEK, .call = SYS_process_vm_readv, .inside = "dt_native_load" \
	}
#define READ_STR                                                       \
	{                                                              \
		.how = DT_WORD_CALL, .function = "dt_native_read_str", \
		.inside = "dt_native_load_str"                         \
	}
#define CALL_LEVEL(name)                                                   \
	{                                                                  \
		.how = DT_WORD_CALL, .function = name, .takes_level = true \
	}

const struct dt_word dt_word_table[DT_N_ENVS] = {
    [DT_ENV_TIME] = {.how = DT_WORD_TIME},
    [DT_ENV_CPU] = FIELD(slot),
    [DT_ENV_LEVEL] = FIELD(lane),
    [DT_ENV_PROCESSOR] = {.how = DT_WORD_PROCESSOR},
    [DT_ENV_NUMA_NODE] = {.how = DT_WORD_NODE},
    [DT_ENV_RANDOM] = CALL_LEVEL("dt_native_random"),
    [DT_ENV_PID_TGID] = FIELD(pid_tgid),
    [DT_ENV_PPID] = FIELD(ppid),
    [DT_ENV_UID_GID] = FIELD(uid_gid),
    [DT_ENV_THREAD_TIME] = {.how = DT_WORD_CLOCK, .clock = CLOCK_THREAD_CPUTIME_ID},
    [DT_ENV_SIGNAL] = {.how = DT_WORD_KILL},
    [DT_ENV_COOKIE] = FIELD(cookie),
    [DT_ENV_WEIGHT] = FIELD(weight),
    [DT_ENV_COMM] = CALL_LEVEL("dt_native_comm"),
    [DT_ENV_COPY] = CALL("dt_native_copy"),
    [DT_ENV_COPY_STR] = CALL("dt_native_copy_str"),
    [DT_ENV_READ] = READ,
    [DT_ENV_READ_STR] = READ_STR,
    [DT_ENV_READ_USER] = READ,
    [DT_ENV_READ_USER_STR] = READ_STR,
    [DT_ENV_PEEK] = PEEK(SYS_process_vm_readv, 0),
    [DT_ENV_WRITE_USER] = PEEK(SYS_process_vm_writev, 1),
    [DT_ENV_MAP_FIND] = CALL("dt_native_find"),
    [DT_ENV_MAP_PUT] = CALL("dt_native_put"),
    [DT_ENV_MAP_ADD] = CALL("dt_native_add"),
    [DT_ENV_MAP_REMOVE] = CALL("dt_native_remove"),
    [DT_ENV_THREAD_FIND] = {.how = DT_WORD_THREAD},
    [DT_ENV_THREAD_MAKE] = {.how = DT_WORD_THREAD},
    [DT_ENV_UNWIND] = {.how = DT_WORD_CALL,
		       .function = "dt_native_unwind",
		       .takes_level = true,
		       .reads = DT_NATIVE_READS_REGS},
    [DT_ENV_GUARD] = {.how = DT_WORD_CALL,
		      .inside = "dt_native_guard",
		      .reads = DT_NATIVE_READS_REGS | DT_NATIVE_READS_COOKIE},
    [DT_ENV_EXECUTES] = {.how = DT_WORD_CALL,
			 .inside = "dt_native_executes",
			 .reads = DT_NATIVE_READS_REGS | DT_NATIVE_READS_COOKIE},
    [DT_ENV_ANNOUNCE] = {.how = DT_WORD_ANNOUNCE},
    [DT_ENV_CLAIM] = CALL_LEVEL("dt_native_claim"),
    [DT_ENV_WAKE] = {.how = DT_WORD_NOTHING}, // the consumer polls
};

void dt_word_drop_tasks(struct dt_ir_func *f)
{
	dt_cleanup(dt_free_p) unsigned *reads = dt_zalloc(((size_t)f->n_regs + 1) * sizeof(*reads));
	dt_reg *uses[DT_IR_MAX_USES];

	dt_vec_foreach (&f->code, i) {
		if (i->op == DT_IR_ENV && dt_word_table[i->imm].how == DT_WORD_THREAD)
			i->n_args = 1;
		for (unsigned n = dt_ir_uses(i, uses), k = 0; k < n; k++)
			reads[*uses[k]]++;
	}
	dt_vec_foreach (&f->code, i)
		if (i->op == DT_IR_ENV && i->imm == DT_ENV_TASK && !reads[i->dst])
			i->op = DT_IR_NOP;
}

const char *dt_word_function(enum dt_env word, bool is_site)
{
	const struct dt_word *w = &dt_word_table[word];

	return is_site && w->inside ? w->inside : w->function;
}

bool dt_word_calls_system(enum dt_env word)
{
	enum dt_word_how how = dt_word_table[word].how;

	return how == DT_WORD_PEEK || how == DT_WORD_KILL || how == DT_WORD_CLOCK ||
	       how == DT_WORD_ANNOUNCE || word == DT_ENV_READ_STR || word == DT_ENV_READ_USER_STR ||
	       word == DT_ENV_UNWIND;
}

enum dt_env dt_word_of_helper(int32_t helper)
{
	// Only the helpers of functions that make sense outside the kernel.
	static const struct {
		int32_t helper;
		enum dt_env word;
	} helpers[] = {
	    {BPF_FUNC_map_lookup_elem, DT_ENV_MAP_FIND},
	    {BPF_FUNC_map_delete_elem, DT_ENV_MAP_REMOVE},
	    {BPF_FUNC_ktime_get_ns, DT_ENV_TIME},
	    {BPF_FUNC_get_smp_processor_id, DT_ENV_CPU},
	    {BPF_FUNC_probe_read_kernel, DT_ENV_COPY},
	    {BPF_FUNC_probe_read_kernel_str, DT_ENV_COPY_STR},
	    {BPF_FUNC_probe_read_user, DT_ENV_READ_USER},
	    {BPF_FUNC_probe_read_user_str, DT_ENV_READ_USER_STR},
	    {BPF_FUNC_copy_from_user, DT_ENV_PEEK},
	    {BPF_FUNC_get_current_task, DT_ENV_TASK_NUMBER},
	    {BPF_FUNC_get_current_task_btf, DT_ENV_TASK},
	};

	for (size_t k = 0; k < sizeof(helpers) / sizeof(*helpers); k++)
		if (helpers[k].helper == helper)
			return helpers[k].word;
	return DT_N_ENVS;
}

bool dt_word_is_loop(int32_t helper)
{
	return helper == BPF_FUNC_loop;
}
