/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Measures the cost of each word of the environment in ns, for the column of ir/env.def. A program
 * uses a word N times in a row between two readings of the clock. The result is the minimum of many
 * runs and includes the moves of arguments. Words that a raw tracepoint cannot use on this kernel
 * have no figure.
 *
 *	sudo build/bench/bench-environment
 */
#include "ebpf/ebpf.h"
#include "ir/ops.h"

#include <signal.h>
#include <stdio.h>

enum { N = 64, RUNS = 2000, STACK_FRAMES = 16, BYTES = 16 };
enum { RESULT, HASH, STORAGE, WAKE, FRAMES, N_MAPS };

static const struct dt_map_desc maps[N_MAPS] = {
    [RESULT] = {.name = "result",
		.kind = DT_MAPK_ARRAY,
		.key_size = 4,
		.value_size = 8,
		.max_entries = 1,
		.is_mapped = true},
    [HASH] =
	{.name = "hash", .kind = DT_MAPK_HASH, .key_size = 8, .value_size = 8, .max_entries = 16},
    [STORAGE] = {.name = "storage", .kind = DT_MAPK_THREAD, .key_size = 4, .value_size = 8},
    [WAKE] = {.name = "wake", .kind = DT_MAPK_WAKE, .max_entries = 1 << 16},
    [FRAMES] = {.name = "frames",
		.kind = DT_MAPK_ARRAY,
		.key_size = 4,
		.value_size = 8 * STACK_FRAMES,
		.max_entries = 1,
		.is_mapped = true},
};

static char user_memory[BYTES] = "fifteen letters";

/** The operands of words. */
struct operands {
	dt_reg task, stack, other, size, user, frames, frame_bytes;
};

static void request_word(struct dt_ir_func *f, enum dt_env word, const struct operands *o)
{
	switch (word) {
	case DT_ENV_COMM:
		dt_ir_env(f, word, o->stack, o->size);
		break;
	case DT_ENV_USER_REGS:
		dt_ir_env(f, word, o->task);
		break;
	case DT_ENV_SIGNAL:
		dt_ir_env(f, word, dt_ir_const(f, SIGCHLD));
		break;
	case DT_ENV_COPY:
	case DT_ENV_COPY_STR:
	case DT_ENV_READ_KERNEL:
	case DT_ENV_READ_KERNEL_STR:
		dt_ir_env(f, word, o->stack, o->size, o->other);
		break;
	case DT_ENV_READ_USER:
	case DT_ENV_READ_USER_STR:
		dt_ir_env(f, word, o->stack, o->size, o->user);
		break;
	case DT_ENV_WRITE_USER:
		dt_ir_env(f, word, o->user, o->other, o->size);
		break;
	case DT_ENV_MAP_FIND:
	case DT_ENV_MAP_REMOVE:
		dt_ir_env(f, word, dt_ir_map(f, HASH), o->other);
		break;
	case DT_ENV_MAP_PUT:
	case DT_ENV_MAP_ADD:
		dt_ir_env(f, word, dt_ir_map(f, HASH), o->other, o->other);
		break;
	case DT_ENV_MAP_EACH:
		dt_ir_env(f, word, dt_ir_map(f, HASH), dt_ir_callback(f, "dt_forget_thread"),
			  o->other);
		break;
	case DT_ENV_THREAD_FIND:
	case DT_ENV_THREAD_MAKE:
		dt_ir_env(f, word, dt_ir_map(f, STORAGE), o->task);
		break;
	case DT_ENV_STACK:
	case DT_ENV_USER_STACK:
		dt_ir_env(f, word, o->frames, o->frame_bytes);
		break;
	case DT_ENV_TASK_STACK:
	case DT_ENV_TASK_USER_STACK:
		dt_ir_env(f, word, o->task, o->frames, o->frame_bytes);
		break;
	case DT_ENV_WAKE:
		dt_ir_env(f, word, dt_ir_map(f, WAKE), o->other, dt_ir_const(f, 8));
		break;
	default:
		dt_ir_env(f, word);
		break;
	}
}

static void generate_program(struct dt_ir_func *f, enum dt_env word)
{
	struct operands o = {
	    .task = dt_ir_env(f, DT_ENV_TASK),
	    .stack = dt_ir_slot_addr(f, dt_ir_slot(f, BYTES, 8)),
	    .other = dt_ir_slot_addr(f, dt_ir_slot(f, BYTES, 8)),
	    .size = dt_ir_const(f, BYTES),
	    .user = dt_ir_const(f, (int64_t)(uintptr_t)user_memory),
	    .frames = dt_ir_map_value(f, FRAMES, 0),
	    .frame_bytes = dt_ir_const(f, 8 * STACK_FRAMES),
	};
	dt_reg begin, end;

	dt_ir_env(f, DT_ENV_COMM, o.stack, o.size);
	dt_ir_env(f, DT_ENV_COMM, o.other, o.size);
	dt_ir_env(f, DT_ENV_MAP_PUT, dt_ir_map(f, HASH), o.other, o.other);
	dt_ir_env(f, DT_ENV_THREAD_MAKE, dt_ir_map(f, STORAGE), o.task);
	begin = dt_ir_env(f, DT_ENV_TIME);
	for (int i = 0; i < N; i++)
		request_word(f, word, &o);
	end = dt_ir_env(f, DT_ENV_TIME);
	dt_ir_store(f, 8, dt_ir_map_value(f, RESULT, 0), 0, dt_ir_bin(f, DT_IR_SUB, end, begin));
	dt_ir_ret(f, 0);
}

/** Measures a word with new maps. After an error, resources are freed when the process exits. */
static struct dt_error *measure_word(enum dt_env word, double *ns)
{
	static const struct dt_bpf_kernel unknown;
	struct dt_arena *arena = dt_arena_create();
	struct dt_ir_prog *p = dt_ir_prog_create(arena, "measure", DT_ATTACH_RAW_TRACEPOINT);
	struct dt_maps m;
	struct dt_bpf_code code;
	uint64_t least = UINT64_MAX;
	int fd;

	generate_program(dt_ir_func_add(p, "measure", 0), word);
	DT_TRY(dt_maps_create(maps, N_MAPS, 256, &m));
	DT_TRY(dt_bpf_compile(p, 256, &unknown, &code));
	DT_TRY(dt_bpf_load(p, &code, &m, false, false, &fd, NULL));
	for (int i = 0; i < RUNS; i++) {
		DT_TRY(dt_bpf_run(fd));
		if (*(uint64_t *)m.memory[RESULT] < least)
			least = *(uint64_t *)m.memory[RESULT];
	}
	*ns = (double)least / N;
	dt_close_p(&fd);
	dt_bpf_code_deinit(&code);
	dt_maps_deinit(&m);
	dt_ir_prog_deinit(p);
	dt_arena_destroy(arena);
	return NULL;
}

int main(void)
{
	for (enum dt_env word = 0; word < DT_N_ENVS; word++) {
		double ns;
		struct dt_error *err = measure_word(word, &ns);

		if (err)
			printf("%-16s        -\n", dt_env_table[word].text);
		else
			printf("%-16s %8.1f\n", dt_env_table[word].text, ns);
		dt_error_destroy(err);
	}
	return 0;
}
