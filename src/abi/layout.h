/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Memory layouts shared by generated programs, the BPF runtime and the consumer. `clang -target
 * bpf` compiles this header, too: it uses plain C without includes or pointers, and fixed widths.
 */
#ifndef DT_ABI_LAYOUT_H
#define DT_ABI_LAYOUT_H

typedef unsigned char dt_u8;
typedef unsigned short dt_u16;
typedef unsigned int dt_u32;
typedef short dt_s16;
typedef int dt_s32;
typedef unsigned long long dt_u64;
typedef long long dt_s64;

/** Causes of drops. consume/consumer/drops.c has their messages. */
enum dt_drop {
	DT_DROP_PRINCIPAL,    // ring full
	DT_DROP_AGGREGATION,  // aggregation map full
	DT_DROP_DYNAMIC,      // associative array or thread-local storage full
	DT_DROP_SCRATCH,      // no scratch slot free: too many nested firings on one CPU
	DT_DROP_SPEC,	      // speculation buffer full
	DT_DROP_SPEC_UNAVAIL, // no speculation free
	DT_DROP_SPEC_BUSY,
	DT_DROP_DBLERROR, // fault in an ERROR clause
	DT_N_DROPS,
};

/** State of one tracing session; map "dt_ctl", an mmapable array with one element. */
struct dt_ctl {
	dt_u32 active;	    // 1 while tracing; otherwise programs but BEGIN and END do nothing
	dt_u32 waiting;	    // the consumer sleeps: the next record wakes it and clears this
	dt_u32 exited;	    // set to 1 by the first call of exit() ...
	dt_u32 exit_status; // ... which stores its argument here
	dt_u64 wall_offset; // walltimestamp = ktime + this, ns
	dt_u64 pad[4];
};
_Static_assert(sizeof(struct dt_ctl) == 56, "abi");

/** Counters of one CPU; map "dt_cpus", an mmapable array with one element per possible CPU. Each of
 *  the three parts occupies a separate cache line. */
struct dt_cpu {
	dt_u64 drops[DT_N_DROPS];
	dt_u64 head;	 // bytes ever claimed in this CPU's ring; written by programs on this CPU
	dt_u64 open;	 // bufpolicy=ring: number of records that programs are writing
	dt_u64 open_pos; // bufpolicy=ring: position of the first of them, the limit for overwriting
	dt_u64 full;	 // bufpolicy=fill: a record did not fit, recording has stopped
	dt_u64 fired;	 // firings of those probes that the kernel counts, too
	dt_u64 pad_head[3];
	dt_u64 tail; // bytes ever released; written by the consumer
	dt_u64 pad_tail[7];
};
_Static_assert(sizeof(struct dt_cpu) == 192, "abi");

/**
 * Header of a record in the ring of a CPU. DT_MAP_RINGS is an mmapable array whose elements are the
 * chunks of all rings, those of the first CPU first. A program claims bytes by advancing `head`,
 * writes their number and the open flag to `word`, and fills the record in place. A record lies
 * within one chunk, so its address takes one map lookup and a bounded offset. The program writes
 * `word` again when the record is complete. The consumer zeroes the bytes that it has read and then
 * advances `tail`.
 *
 * With bufpolicy=fill the consumer reads only at the end, and a CPU stops recording at the first
 * record that does not fit. With bufpolicy=ring it also reads only at the end and `tail` is unused
 * until then: programs overwrite the oldest chunks. Nothing is zeroed, but the first header of a
 * chunk is always written.
 *
 * A claim that does not fit into the rest of a chunk starts in the next chunk; `skipped` is then
 * the number of unused bytes in the previous one.
 */
struct dt_ring_hdr {
	dt_u32 word;	// bytes from here to the next header, and enum dt_ring_flag; 0: not yet set
	dt_u32 skipped; // valid only in the first header of a chunk; of a slot's ring: and in all,
			// from bit DT_RING_CPU_SHIFT on, the CPU
};
_Static_assert(sizeof(struct dt_ring_hdr) == 8, "abi");

enum dt_ring_flag {
	DT_RING_DISCARD = 1u << 30, // the record was discarded
	DT_RING_OPEN = 1u << 29,    // the record is incomplete
	DT_RING_SIZE = DT_RING_OPEN - 1,
};
enum { DT_RING_CPU_SHIFT = 20 };
#define DT_RING_SKIPPED ((1u << DT_RING_CPU_SHIFT) - 1)

enum {
	DT_RING_CHUNK_MAX = 1 << 20,   // also the largest record
	DT_RING_MIN_OVERWRITE = 16384, // smallest ring with bufpolicy=ring
};

/**
 * Head of every record, behind its struct dt_ring_hdr. The payload follows; the clause's struct
 * dt_clause_desc describes its layout. All records of a firing have the same `time`. The records of
 * a ring are almost ordered by time: the records of a firing that interrupts another one may stand
 * between those of the interrupted firing.
 */
struct dt_rec {
	dt_u64 time;   // TIME of the firing, ns since boot; identifies the firing
	dt_u32 clause; // index into dt_program_desc.clauses, or DT_REC_ERROR
	dt_u32 probe;  // probe id
};
_Static_assert(sizeof(struct dt_rec) == 16, "abi");

#define DT_REC_ERROR 0xffffffffu

/**
 * State of a speculation; map "dt_specs", an mmapable array with one element. The records of a
 * speculation pass through the rings with a token that identifies the speculation and its
 * generation. The consumer holds them back until the speculation is committed or discarded. Free
 * speculations form a stack: speculation() pops one, and a program pushes it back when it submits
 * the record of the commit or discard. If that record could not be written (no room, or a fault),
 * the consumer sees the end in `state` and pushes the speculation back.
 */
struct dt_spec_slot {
	dt_u64 state;  // generation << 2 | enum dt_spec_state
	dt_u64 closed; // TIME of the commit or discard
	dt_u32 used;   // bytes of its records, at most specsize
	dt_u32 next;   // if free: id of the next free speculation, or 0
};
_Static_assert(sizeof(struct dt_spec_slot) == 24, "abi");

enum dt_spec_state { DT_SPEC_FREE, DT_SPEC_ACTIVE, DT_SPEC_COMMITTED, DT_SPEC_DISCARDED };

enum { DT_SPECS_MAX = 65535 }; // a token has 16 bits for the id

struct dt_specs {
	dt_u64 free;   // number of changes << 32 | id of the first free speculation, or 0
	dt_u64 closed; // number of speculations that are committed or discarded, but not yet free
	struct dt_spec_slot v[DT_SPECS_MAX + 1]; // by id; element 0 is unused
};

/** The token by which records identify a speculation. Never 0. */
#define DT_SPEC_TOKEN(state, id) ((state) >> 2 << 16 | (id))
#define DT_SPEC_TOKEN_ID(token)	 ((dt_u32)((token)&0xffff))

/** Fault codes as in arg4 of ERROR: DTRACEFLT_* of illumos' <sys/dtrace.h>. */
enum dt_fault {
	DT_FAULT_UNKNOWN,
	DT_FAULT_BADADDR,
	DT_FAULT_BADALIGN,
	DT_FAULT_ILLOP,
	DT_FAULT_DIVZERO,
	DT_FAULT_NOSCRATCH,
	DT_FAULT_KPRIV,
	DT_FAULT_UPRIV,
	DT_FAULT_TUPOFLOW,
	DT_FAULT_BADSTACK,
	DT_FAULT_BADSIZE,
	DT_FAULT_BADINDEX,
	DT_N_FAULTS,
};

/** A fault in a clause. It lies on the program's stack while the program handles it, and is then
 *  the payload of a DT_REC_ERROR record. */
struct dt_fault_info {
	dt_u32 clause; // of the faulting clause
	dt_u32 action; // index of the action from 1; 0 = predicate
	dt_u32 offset; // "DIF offset": index of the IR instruction in the clause
	dt_u32 code;   // enum dt_fault
	dt_u64 addr;
};
_Static_assert(sizeof(struct dt_fault_info) == 24, "abi");

/** The words of quantize() and percentile(), which the runtime needs, too. abi/aggs.h describes all
 *  functions. */
enum dt_agg_word {
	DT_QUANTIZE_ZERO = 63,	   // bucket of the value 0
	DT_QUANTIZE_BUCKETS = 127, // 63 + i holds [2^(i-1), 2^i), 63 - i the negatives

	DT_PERCENTILE_BITS = 4, // 2^4 steps in each power of two; smaller values have a bucket each
	DT_PERCENTILE_TOP =
	    44, // the last bucket holds the values from 2^44, the first those below 0
	DT_PERCENTILE_BUCKETS =
	    2 + ((DT_PERCENTILE_TOP - DT_PERCENTILE_BITS + 1) << DT_PERCENTILE_BITS),
};

#define DT_COMM_LEN 16 // TASK_COMM_LEN

/** Offsets of the members of kernel structs that make up a path. The program fills them in. */
struct dt_path_layout {
	dt_u16 path_mnt, path_dentry;		 // struct path
	dt_u16 vfsmount, mnt_parent, mountpoint; // struct mount
	dt_u16 mnt_root, mnt_sb;		 // struct vfsmount
	dt_u16 parent, name, hashed, inode, op;	 // struct dentry
	dt_u16 dentry_sb;
	dt_u16 dname;	// struct dentry_operations
	dt_u16 ino, sb; // struct inode
	dt_u16 magic;	// struct super_block
	dt_u16 pad[3];
};
_Static_assert(sizeof(struct dt_path_layout) == 40, "abi");

enum {
	DT_PATH_DEPTH = 256, // maximum number of components, a power of two
	DT_PATH_MAX = 4096,  // bytes, like PATH_MAX
	DT_PATH_NAME = 256,  // bytes of a component, including the NUL
};

/** Working memory of dt_d_path(). The caller fills in the layout. */
struct dt_path_work {
	struct dt_path_layout layout;
	dt_u64 dentries[DT_PATH_DEPTH];
	char text[DT_PATH_MAX + DT_PATH_NAME];
};
_Static_assert(sizeof(struct dt_path_work) == 6440, "abi");

/**
 * Location of an argument of a USDT probe that was found while tracing. DT_TABLE_OPERANDS holds
 * them by DT_OPERAND_KEY(). The location is disp + *base + *index * scale, shifted right by `shift`
 * bits. The argument is this sum, or the memory at it.
 */
struct dt_operand_code {
	dt_s64 disp;
	dt_u16 base, index; // offsets in the saved registers, or DT_OPERAND_NONE
	dt_u32 scale;
	dt_u8 shift;
	dt_u8 read;	 // bytes to read at the sum; 0: the sum itself is the argument
	dt_u8 unused;	 // number of upper bits (of 64) that do not belong to the argument
	dt_u8 is_signed; // 0 or 1
	dt_u8 is_narrow; // 0 or 1: the sum is a 32-bit address
	dt_u8 pad[3];
};
_Static_assert(sizeof(struct dt_operand_code) == 24, "abi");

enum { DT_OPERAND_NONE = 0xffff, DT_OPERAND_ARGS = 16 };
#define DT_OPERAND_KEY(list, argument) ((list)*DT_OPERAND_ARGS + (argument))

/**
 * dtrace's PID namespace, if it is not the initial one, and the offsets of the members of kernel
 * structs that lead to the number of a process in it.
 */
struct dt_pidns {
	dt_u32 number;		       // inode number of the namespace
	dt_u32 parent, signal, thread; // task_struct: real_parent, signal, thread_pid
	dt_u32 process;		       // signal_struct: pids[PIDTYPE_TGID]
	dt_u32 level, numbers;	       // pid
	dt_u32 ns_number;	       // pid_namespace: ns.inum
};
_Static_assert(sizeof(struct dt_pidns) == 32, "abi");

/** The kind of PID to look up. */
enum dt_pidns_of { DT_PIDNS_THREAD, DT_PIDNS_PROCESS, DT_PIDNS_PARENT };

/**
 * The gate at which threads wait until probes are attached to the files they have mapped. A program
 * counts an arrival, records its process, wakes the consumer and waits for its answer. The program
 * gives up if the consumer shows no sign of life for DT_GATE_PATIENCE, and always after
 * DT_GATE_LIMIT. After that, no thread waits until the consumer has noticed it.
 */
enum {
	DT_GATE_ARRIVALS = 64,	      // latest arrivals with a recorded process; a power of two
	DT_GATE_PATIENCE = 500000000, // ns
};
#define DT_GATE_LIMIT 10000000000ULL // ns
struct dt_gate {
	dt_u64 arrived;	 // arrivals ever; written by programs
	dt_u64 expired;	 // arrivals that gave up
	dt_u64 answered; // arrivals before this number may continue; written by the consumer
	dt_u64 noticed;	 // number of expired arrivals that the consumer knows
	dt_u64 beat;	 // last sign of life of the consumer at work on arrivals, ns since boot
	dt_u32 process[DT_GATE_ARRIVALS]; // of an arrival, by its number; 0: not yet recorded
};
_Static_assert(sizeof(struct dt_gate) == 40 + 4 * DT_GATE_ARRIVALS, "abi");

/** Maps that the session fills while programs run. */
enum dt_table {
	DT_TABLE_FOLLOWED,     // u32 process → u32 1: the processes of -x follow
	DT_TABLE_OPERANDS,     // DT_OPERAND_KEY() → struct dt_operand_code
	DT_TABLE_CELLS,	       // one element: the cells of all aggregations (abi/cells.h)
	DT_TABLE_GATE,	       // one element: struct dt_gate
	DT_TABLE_EXEC_GATE,    // one element: struct dt_gate, of processes that execute programs
	DT_TABLE_GATE_WAKE,    // a BPF ring buffer: its descriptor wakes the thread that answers
	DT_TABLE_TRACE_PLACES, // u32 process → struct dt_trace_place
	// the tables of abi/unwind.h; a program has all of them or none
	DT_TABLE_UNWIND_COUNTS,	   // struct dt_unwind_counts, by CPU
	DT_TABLE_UNWIND_PROCESSES, // u32 process → struct dt_unwind_process
	DT_TABLE_UNWIND_RANGES,
	DT_TABLE_UNWIND_FILES,
	DT_TABLE_UNWIND_PAGES,
	DT_TABLE_UNWIND_ROWS, // chunks
	DT_TABLE_UNWIND_RULES,
	DT_TABLE_UNWIND_FOUND,	  // u64 DT_UNWIND_FOUND_KEY() with the rule
	DT_TABLE_UNWIND_INODES,	  // struct dt_unwind_inode → struct dt_unwind_mapped
	DT_TABLE_UNWIND_LAYOUT,	  // struct dt_unwind_layout
	DT_TABLE_UNWIND_REQUESTS, // u32 processes whose ranges programs have asked for
	// the tables of abi/unwind.h for programs inside a process; a program has all of them or
	// none
	DT_TABLE_OWN_RANGES,
	DT_TABLE_OWN_PAGES,
	DT_TABLE_OWN_ROWS,
	DT_TABLE_OWN_RULES,
	DT_TABLE_OWN_FOUND, // u64 DT_UNWIND_OWN_FOUND() with the rule
	DT_N_TABLES,
};

#endif
