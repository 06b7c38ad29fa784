/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * System calls that a stopped thread of a target makes for the placer.
 *
 * They restore the thread by themselves: before the first call, the thread's state is written as a
 * signal frame, and each call returns to the code that ends signal handlers. If the placer is
 * killed, the thread therefore continues where it was. Otherwise the placer itself restores the
 * thread, which has one more effect: a sleeping call resumes with the time that remained.
 *
 * Each architecture implements these functions.
 */
#ifndef DT_PLACE_PROGRAM_CALL_H
#define DT_PLACE_PROGRAM_CALL_H

#include "place/program/target.h"

enum { DT_CALL_ARGS = 6 };

struct dt_call {
	struct dt_target *target;
	struct dt_task *task; // that calls
	uint64_t mask;	      // its signal mask
	uint64_t code;	      // address of the system call
	uint64_t frame;	      // address of the frame's lowest word
	void *under;	      // bytes that were there before (heap)
	size_t size;	      // of the frame
	uint64_t padding;     // address of code that the target lacks; 0: it has it
	bool is_suspended;    // the thread's filter of system calls
	bool is_stuck;	      // the thread does not run: all further calls fail
};

/** Finds in a target's own code what a call needs. That takes a while. */
struct dt_call_code dt_call_find(const struct dt_target *t, const struct dt_maps *maps);

/** Chooses a stopped thread and prepares it. The caller ends *ret after success. */
struct dt_error *dt_call_begin(struct dt_target *t, struct dt_stop *s, const struct dt_maps *maps,
			       struct dt_call *ret) dt_must_use;
/** Makes one call. *ret is its result; a negative one is an errno. */
struct dt_error *dt_call(struct dt_call *c, long number, const uint64_t args[DT_CALL_ARGS],
			 int64_t *ret) dt_must_use;
void dt_call_end(struct dt_call *c);

/** Writes code into the page of an area's mark, which later calls use. */
enum { DT_CALL_CODE_SIZE = 16 };
extern const uint8_t dt_call_code[DT_CALL_CODE_SIZE];
/** Offset of that code in the page. */
enum { DT_CALL_CODE = 128 };

#endif
