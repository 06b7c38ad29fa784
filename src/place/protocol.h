/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The protocol between the tracer and its placer, on a stream. The tracer sends a request, then its
 * data. The placer answers each with a header, then a message if the request failed, or data and
 * descriptors. Once the tracer has closed its end, the placer removes everything and exits.
 */
#ifndef DT_PLACE_PROTOCOL_H
#define DT_PLACE_PROTOCOL_H

#include <stdint.h>
#include <sys/types.h>

enum dt_place_request_kind {
	DT_PLACE_OPEN,	   // reply: dt_place_facts
	DT_PLACE_ALLOCATE, // data: dt_place_memory[], then a byte for each memfd that is given;
			   // reply: dt_place_memory[], then a byte for each one that is not
	DT_PLACE_WRITE,	   // data: bytes for `at`
	DT_PLACE_PATCH,	   // data: patches, moved, stubs; reply: patches
	DT_PLACE_RAISE,	   // data: uint64_t[]
	DT_PLACE_REMOVE,
	DT_PLACE_CLEAN, // reply: dt_place_found
	DT_PLACE_LOOK,	// the same
	DT_PLACE_HOLD,
	DT_PLACE_RELEASE,
	DT_PLACE_FORGET, // data: dt_place_code[]
	DT_PLACE_NOTE,	 // n: the number
	DT_PLACE_EXPECT,
	DT_PLACE_AWAIT, // reply: dt_place_awaited
	DT_PLACE_RUN,	// data: uint64_t[DT_PLACE_BREAKS]; reply: uint64_t
	DT_PLACE_LET_GO,
};

struct dt_place_request {
	uint32_t kind;
	pid_t pid;
	uint64_t at;
	uint64_t n, n_moved, n_stubs; // elements of the data
};

/** How an execution has ended, and the process. */
struct dt_place_awaited {
	int32_t how; // enum dt_place_execution
	pid_t pid;
};

struct dt_place_reply {
	int32_t is_error;
	int32_t code, os_errno; // of the error
	uint32_t size;		// of its message
};

#endif
