/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The words of the environment as machine code serves them.
 */
#ifndef DT_NATIVE_WORDS_H
#define DT_NATIVE_WORDS_H

#include "ir/ir.h"

#include <stdbool.h>
#include <stdint.h>

enum dt_word_how {
	DT_WORD_REFUSED,   // not served
	DT_WORD_LEVEL,	   // `size` bytes at `offset` of the level
	DT_WORD_TIME,	   // the counter, scaled, or the system's clock
	DT_WORD_CLOCK,	   // the system's clock number `clock`
	DT_WORD_PROCESSOR, // the CPU on which the thread runs
	DT_WORD_NODE,	   // of that CPU
	DT_WORD_CALL,	   // the runtime function `function`
	DT_WORD_THREAD,	   // the slot's element of the map
	DT_WORD_PEEK,	   // the system call `call`, on the thread itself, or at a site `inside`
	DT_WORD_KILL,	   // the system call, on the process itself
	DT_WORD_ANNOUNCE,  // system calls that let the placer trace the thread
	DT_WORD_NOTHING,   // has no effect, and 0 as result
};

struct dt_word {
	enum dt_word_how how;
	uint8_t size;
	uint32_t offset;
	const char *function;
	bool takes_level;   // the function receives the level behind the arguments
	uint32_t reads;	    // of dt_native_program: words of the level that the function reads
	const char *inside; // function that takes the place of both at a site; it receives the
			    // level and the head of the region behind the arguments
	uint16_t call;	    // number of the system call; it may fail, where a load would be fatal
	uint8_t own;	    // number of the argument that is own memory, from 0
	uint8_t clock;
};
extern const struct dt_word dt_word_table[DT_N_ENVS];

/**
 * Drops what only the kernel needs to find the data of a thread: the second argument of THREAD_FIND
 * and THREAD_MAKE, and with it TASK, unless something else reads it.
 */
void dt_word_drop_tasks(struct dt_ir_func *f);

/** Returns the function that serves the word, or NULL. */
const char *dt_word_function(enum dt_env word, bool is_site);
/** Reports whether the word may make a system call, besides those that read the clock. */
bool dt_word_calls_system(enum dt_env word);
/** Returns the word that a helper of BPF stands for, or DT_N_ENVS. */
enum dt_env dt_word_of_helper(int32_t helper);
/** Reports whether the helper of BPF is bpf_loop(). */
bool dt_word_is_loop(int32_t helper);

#endif
