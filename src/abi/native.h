/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Memory of programs that run as machine code. All of it lies in one region, which the tracer and
 * the programs share. Code and the descriptions of maps lie beside it, where programs cannot write.
 *
 * Decision: docs/dev/decisions/0105-records-from-a-pool-of-chunks.md
 */
#ifndef DT_ABI_NATIVE_H
#define DT_ABI_NATIVE_H

#include "abi/layout.h"

/** A map as programs know it. Its memory is `distance` bytes from here. */
struct dt_native_map {
	dt_u32 kind; // enum dt_map_kind
	dt_u32 key_size, value_size;
	dt_u32 stride; // bytes from one element to the next
	dt_u32 n;      // elements; of a hash: places, a power of two
	dt_u32 limit;  // hash: most elements
	dt_s64 distance;
};
_Static_assert(sizeof(struct dt_native_map) == 32, "abi");

/** Head of a hash's memory (abi/native_hash.h). */
struct dt_native_hash {
	dt_u64 used;
	dt_u64 pad[7];
};

/** The first word of a place of a hash: its state, and above it the number of keys that the place
 *  has had. */
enum dt_native_state {
	DT_NATIVE_FREE,	   // never used: a search ends here
	DT_NATIVE_CLAIMED, // being written, or being removed
	DT_NATIVE_OFFERED, // complete, unless another place has the same key
	DT_NATIVE_LIVE,
	DT_NATIVE_REMOVED,
	DT_NATIVE_STATE = 7, // mask
};

/** The scale from the time stamp counter to ns since boot: ns + ((counter - tsc) * rate >> 32). */
struct dt_native_scale {
	dt_u64 tsc, ns, rate, pad;
};

/** Memory of a target that exists as long as the target runs: programs load from there without a
 *  system call. */
struct dt_native_span {
	dt_u64 low;
	dt_u64 size; // 0: none
};
enum { DT_NATIVE_SPANS = 64 }; // maximum; a power of two

/** Head of the region. The tracer writes one scale while programs use the other. */
struct dt_native_head {
	dt_u64 current;	    // programs use scale[current & 1]
	dt_u64 size;	    // bytes of the region, of which programs load their own memory
	dt_u64 is_filtered; // a filter of system calls applies to the target: programs make none,
			    // so they read what they can load, and no other memory
	dt_u64 levels;	    // distance of the first level from here
	dt_u64 level_size;  // bytes from one level to the next
	dt_u64 n_levels;    // of all slots of the target
	dt_u64 counter_is_off; // a thread of the target may not read the processor's counter
	dt_u64 coarse; // ns since boot, for programs that may neither read it nor make a system
		       // call: the time at which that began, and then the tracer's
	struct dt_native_scale scale[2];
	dt_u64 last;   // programs: index of the span that was found last
	dt_u64 placer; // process that may trace processes that execute programs
	dt_u64 pad2[6];
	struct dt_native_span spans[DT_NATIVE_SPANS]; // by `low`, which is ~0 behind the last one;
						      // the tracer clears sizes
};
_Static_assert(sizeof(struct dt_native_head) == 192 + 16 * DT_NATIVE_SPANS, "abi");

enum {
	DT_NATIVE_REGS = 21,  // words of struct pt_regs
	DT_NATIVE_LEVELS = 4, // firings of a slot at the same time
};

/** Memory of one firing: its facts, then the frames of the functions. Each function has a fixed
 *  place, because none calls itself. At a site, `busy` is the stack pointer of the firing's stub,
 *  where the address of the level lies. Once another value lies there, a jump out of a signal
 *  handler has left the firing, and the next one in this page of the stack may use the level. */
struct dt_native_level {
	dt_u64 ctx;	 // the context, which is main's argument
	dt_u64 cookie;	 // of the site
	dt_u64 pid_tgid; // process << 32 | thread
	dt_u64 uid_gid;	 // group << 32 | user
	dt_u32 slot;	 // number of the slot; takes the CPU's place
	dt_u32 ppid;
	dt_u32 thread; // id in the process's own PID namespace, by which it names itself
	dt_u32 pad;
	dt_u64 random; // state of the generator; not 0
	dt_u64 comm[DT_COMM_LEN / 8];
	dt_u64 call[4];		     // memory of a system call
	dt_u64 busy;		     // 0: free; else a firing uses the level
	dt_u64 began;		     // the firing's first TIME, at a site; 0: it has read none
	dt_u64 regs[DT_NATIVE_REGS]; // of the interrupted code, as in struct pt_regs; those that
				     // the program reads
	dt_u64 lane;	 // struct dt_native_pool: the level's number, from 1 on
	dt_u64 n_chunks; // chunks that the level has ever claimed
	dt_u64 room;	 // offset in the pool behind its last record; 0: it has no chunk
	/** The memory in which the thread's stack lies. Programs load from there, from the stack
	 * pointer on. stack_high 0: unknown, so they read by a system call. */
	dt_u64 stack_low, stack_high;
	dt_u64 weight; // equal firings for which a run of the tracer stands
	/** At a site: 1 from before the program reads is_filtered until its system call has
	 * returned. */
	dt_u64 calls;
	dt_u64 frames[];
};
_Static_assert(sizeof(struct dt_native_level) == 344, "abi");

/**
 * The cookie of a guard says where the number and the first three arguments of a system call are
 * when its guard fires: DT_NATIVE_OPERAND bits each, the number in the lowest. An operand is an
 * index of dt_native_level.regs, or DT_NATIVE_CONSTANT | its value, of which large ones become
 * DT_NATIVE_CONSTANT - 1.
 */
enum { DT_NATIVE_OPERAND = 16, DT_NATIVE_CONSTANT = 1 << 15 };

/**
 * Records of a region that a target shares: the memory of DT_MAP_RINGS is one pool of chunks for
 * all slots. A level claims a chunk, fills it with records, and claims another one. The last firing
 * of a level has ended, or was left by a jump, when the next one begins. So a level writes one
 * record after the other, and no claim of space has a rival. Behind a record come others of the
 * same level, up to a word of 0 or the chunk's end.
 *
 * An open record with another one behind it, or with a later chunk of its level, is never
 * completed. The tracer empties the chunks that it has read, all but the last of a level.
 *
 * Each chunk has a label. It is claimed by compare-and-swap from 0 to DT_NATIVE_LABEL(), so that
 * each claimed chunk has an owner, though its thread may be killed at any time. Numbers of a level
 * only grow, and one that has no chunk was a claim that failed. The labels lie before the first
 * chunk, and before them this head.
 */
struct dt_native_pool {
	dt_u64 is_full; // a claim has found no chunk; the tracer clears it
	dt_u64 labels[];
};
#define DT_NATIVE_LABEL(lane, number) ((lane) << DT_NATIVE_NUMBER_BITS | (number))
enum { DT_NATIVE_NUMBER_BITS = 40 };

/**
 * The state of a slot of a target, which its stubs share. A thread claims a slot at its first
 * firing, by compare-and-swap of `owner`. The tracer has filled in the levels of a free slot, with
 * `ctx` as the target's address of `regs`. Only the thread's id is missing: the claim writes it to
 * `thread` and to the lower half of `pid_tgid` of all DT_NATIVE_LEVELS levels, before it enters the
 * slot in the directory. The tracer frees the slot when the thread has gone: it clears the thread's
 * entry in the directory, then `owner`.
 */
struct dt_native_slot {
	dt_u32 owner; // the thread's id in the target's PID namespace; 0: free
	dt_u32 pad;
	dt_u64 drops;  // firings of the thread that found all levels busy
	dt_u64 misses; // of slot 0: firings of all threads that found no free slot
	dt_u64 pad2[5];
};
_Static_assert(sizeof(struct dt_native_slot) == 64, "abi");

enum {
	DT_NATIVE_ENTRIES = 8192, // of the directory; a power of two
	DT_NATIVE_SEARCH = 16,	  // of them, those at which an id may be
};

/** An entry of the directory, read and written as one word. */
struct dt_native_entry {
	dt_u32 thread; // 0: none
	dt_u32 slot;
};

/**
 * Private memory of a target that leads from a thread's id to its slot. An id is at entry id %
 * DT_NATIVE_ENTRIES or one of the next, DT_NATIVE_SEARCH in all. A child of fork finds the memory
 * zeroed, and then every stub passes by. If children are followed, it finds the entries zeroed, and
 * its threads claim slots of the region, which it inherits.
 */
struct dt_native_directory {
	dt_u64 is_open; // 0: stubs pass by; the tracer sets it when all is in place
	dt_u64 pad[511];
	struct dt_native_entry entries[DT_NATIVE_ENTRIES];
};
_Static_assert(sizeof(struct dt_native_directory) == 4096 + 8 * DT_NATIVE_ENTRIES, "abi");

#endif
