/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Layouts in memory that generated programs, the BPF runtime and the consumer share. Plain C that
 * `clang -target bpf` compiles too: no includes, no pointers, fixed widths.
 */
#ifndef DT_ABI_LAYOUT_H
#define DT_ABI_LAYOUT_H

typedef unsigned char dt_u8;
typedef unsigned short dt_u16;
typedef unsigned int dt_u32;
typedef int dt_s32;
typedef unsigned long long dt_u64;
typedef long long dt_s64;

/** Why a firing lost data. The consumer's messages stand in consume/record/drops.c. */
enum dt_drop {
	DT_DROP_PRINCIPAL,    // ring full
	DT_DROP_AGGREGATION,  // aggregation map full
	DT_DROP_DYNAMIC,      // associative array or thread-local storage full
	DT_DROP_SCRATCH,      // no scratch slot free: the program nested too deeply on one CPU
	DT_DROP_SPEC,	      // speculation buffer full
	DT_DROP_SPEC_UNAVAIL, // no speculation free
	DT_DROP_SPEC_BUSY,
	DT_DROP_DBLERROR, // fault in an ERROR clause
	DT_N_DROPS,
};

/** State of one tracing session; map "dt_ctl", an mmapable array with one element. */
struct dt_ctl {
	dt_u32 active;	    // programs other than BEGIN and END do nothing unless it is 1
	dt_u32 waiting;	    // the consumer sleeps: the next record must wake it (and clears this)
	dt_u32 exited;	    // exit() was called: its first caller set this to 1 ...
	dt_u32 exit_status; // ... and stored its argument here
	dt_u64 wall_offset; // walltimestamp = ktime + this, ns
	dt_u64 pad[4];
};
_Static_assert(sizeof(struct dt_ctl) == 56, "abi");

/** What each CPU counts; map "dt_cpus", an mmapable array with one element per possible CPU. Each
 *  of the three parts has a cache line of its own. */
struct dt_cpu {
	dt_u64 drops[DT_N_DROPS];
	dt_u64 head;	 // of this CPU's ring: bytes ever claimed; written by programs on this CPU
	dt_u64 open;	 // bufpolicy=ring: records that are being written
	dt_u64 open_pos; // no position before the first of them may be overwritten
	dt_u64 full;	 // bufpolicy=fill: a record did not fit, nothing more is recorded
	dt_u64 fired;	 // firings of probes whose firings the kernel counts as well
	dt_u64 pad_head[3];
	dt_u64 tail; // bytes ever released; written by the consumer
	dt_u64 pad_tail[7];
};
_Static_assert(sizeof(struct dt_cpu) == 192, "abi");

/**
 * The ring of a CPU: DT_MAP_RINGS is an mmapable array whose elements are the chunks of all rings,
 * the first CPU's first. A program claims bytes by moving `head`, says in the header's `word` how
 * many and that the record is open, and fills them in place; a record lies within one chunk, so the
 * place is one map lookup and a bounded offset. `word` is written once more when the record is
 * complete. The consumer writes zeros to what it has read and then moves `tail`.
 *
 * With bufpolicy=fill the consumer reads only at the end, and a CPU stops recording at the first
 * record that does not fit. With bufpolicy=ring it also reads only at the end, `tail` means nothing
 * until then, and programs overwrite what is oldest: the chunks that were not begun again hold what
 * is left. Nothing is zeroed, but the first header of a chunk is always written.
 *
 * A claim that does not fit into the rest of a chunk begins at the next one; `skipped` is then the
 * number of bytes that it left behind.
 */
struct dt_ring_hdr {
	dt_u32 word;	// bytes from here to the next header, enum dt_ring_flag; 0: not yet known
	dt_u32 skipped; // only in the first header of a chunk
};
_Static_assert(sizeof(struct dt_ring_hdr) == 8, "abi");

enum dt_ring_flag {
	DT_RING_DISCARD = 1u << 30, // a record that was given up
	DT_RING_OPEN = 1u << 29,    // a record that is being written
	DT_RING_SIZE = DT_RING_OPEN - 1,
};

enum {
	DT_RING_CHUNK_MAX = 1 << 20,   // also the largest record
	DT_RING_MIN_OVERWRITE = 16384, // smallest ring with bufpolicy=ring
};

/**
 * Every record begins with this, behind its struct dt_ring_hdr; the payload follows, laid out as
 * the clause's struct dt_clause_desc says. Records of one firing have
 * one `time`; those of a ring are nearly in its order: a firing that interrupts another one may
 * come before the rest of that.
 */
struct dt_rec {
	dt_u64 time;   // TIME of the firing, ns since boot, by which its records are known
	dt_u32 clause; // index into dt_program_desc.clauses, or DT_REC_ERROR
	dt_u32 probe;  // probe id
};
_Static_assert(sizeof(struct dt_rec) == 16, "abi");

#define DT_REC_ERROR 0xffffffffu

/**
 * A speculation: map "dt_specs", an mmapable array with one element. Its records go through the
 * rings with a token that names the speculation and its generation; the consumer holds them back
 * until it is committed or discarded. Free ones are a stack: programs take from it, and put back
 * what has ended when they submit the record that says so. If there is none, because there was no
 * room or its clause faulted, the state says it, and the consumer puts back.
 */
struct dt_spec_slot {
	dt_u64 state;  // generation << 2 | enum dt_spec_state
	dt_u64 closed; // when it was committed or discarded, TIME
	dt_u32 used;   // bytes of its records; at most specsize
	dt_u32 next;   // free: id of the next free one, 0: none
};
_Static_assert(sizeof(struct dt_spec_slot) == 24, "abi");

enum dt_spec_state { DT_SPEC_FREE, DT_SPEC_ACTIVE, DT_SPEC_COMMITTED, DT_SPEC_DISCARDED };

enum { DT_SPECS_MAX = 65535 }; // what a token has room for

struct dt_specs {
	dt_u64 free;   // number of changes << 32 | id of the first free one, 0: none
	dt_u64 closed; // how many are committed or discarded and not yet free again
	struct dt_spec_slot v[DT_SPECS_MAX + 1]; // by id; 0 is none and never in use
};

/** What records name a speculation by: never 0. */
#define DT_SPEC_TOKEN(state, id) ((state) >> 2 << 16 | (id))
#define DT_SPEC_TOKEN_ID(token)	 ((dt_u32)((token)&0xffff))

/** Fault codes, as ERROR's arg4 shows them (DTRACEFLT_*; reference 6.4). */
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

/** A fault in a clause: on the program's stack while it is handled, then the payload of a
 *  DT_REC_ERROR record. */
struct dt_fault_info {
	dt_u32 clause; // of the faulting clause
	dt_u32 action; // index of the action from 1; 0 = predicate
	dt_u32 offset; // "DIF offset": index of the IR instruction in the clause
	dt_u32 code;   // enum dt_fault
	dt_u64 addr;
};
_Static_assert(sizeof(struct dt_fault_info) == 24, "abi");

/** The words of quantize(); abi/aggs.h is for those of all functions. */
enum dt_agg_word {
	DT_QUANTIZE_ZERO = 63,	   // bucket of the value 0
	DT_QUANTIZE_BUCKETS = 127, // 63 + i holds [2^(i-1), 2^i), 63 - i the negatives
};

#define DT_COMM_LEN 16 // TASK_COMM_LEN

/** Where the kernel keeps what a path is made of: offsets of members, filled in by the program. */
struct dt_path_layout {
	dt_u16 path_mnt, path_dentry;		 // struct path
	dt_u16 vfsmount, mnt_parent, mountpoint; // struct mount
	dt_u16 mnt_root;			 // struct vfsmount
	dt_u16 parent, name, hashed, inode, op;	 // struct dentry
	dt_u16 dname;				 // struct dentry_operations
	dt_u16 ino, sb;				 // struct inode
	dt_u16 magic;				 // struct super_block
	dt_u16 pad;
};
_Static_assert(sizeof(struct dt_path_layout) == 32, "abi");

enum {
	DT_PATH_DEPTH = 256, // components that are kept, a power of two
	DT_PATH_MAX = 4096,  // bytes, as PATH_MAX
	DT_PATH_NAME = 256,  // bytes of a component with its NUL
};

/** Memory of dt_d_path(); the layout is the caller's to fill in. */
struct dt_path_work {
	struct dt_path_layout layout;
	dt_u64 dentries[DT_PATH_DEPTH];
	char text[DT_PATH_MAX + DT_PATH_NAME];
};
_Static_assert(sizeof(struct dt_path_work) == 6432, "abi");

/**
 * Where a USDT probe that was found while tracing keeps one argument: DT_TABLE_OPERANDS, by
 * DT_OPERAND_KEY(). disp + *base + *index * scale, from bit `shift` on; that, or what lies there.
 */
struct dt_operand_code {
	dt_s64 disp;
	dt_u16 base, index; // offsets in the saved registers, DT_OPERAND_NONE: none
	dt_u32 scale;
	dt_u8 shift;
	dt_u8 read;	 // bytes to read from there, 0: the sum is the value
	dt_u8 unused;	 // upper bits of 64 that do not belong to the value
	dt_u8 is_signed; // 0, 1
	dt_u8 is_narrow; // 0, 1: the sum is an address of 32 bits
	dt_u8 pad[3];
};
_Static_assert(sizeof(struct dt_operand_code) == 24, "abi");

enum { DT_OPERAND_NONE = 0xffff, DT_OPERAND_ARGS = 16 };
#define DT_OPERAND_KEY(list, argument) ((list)*DT_OPERAND_ARGS + (argument))

/**
 * dtrace's own PID namespace, if it is not the initial one, and where the kernel keeps what a
 * process is called there: offsets in its structs.
 */
struct dt_pidns {
	dt_u32 number;		       // of the namespace
	dt_u32 parent, signal, thread; // task_struct: real_parent, signal, thread_pid
	dt_u32 process;		       // signal_struct: pids[PIDTYPE_TGID]
	dt_u32 level, numbers;	       // pid
	dt_u32 ns_number;	       // pid_namespace: ns.inum
};
_Static_assert(sizeof(struct dt_pidns) == 32, "abi");

/** Whose number is wanted. */
enum dt_pidns_of { DT_PIDNS_THREAD, DT_PIDNS_PROCESS, DT_PIDNS_PARENT };

/** Tables that are filled while programs trace. */
enum dt_table {
	DT_TABLE_FOLLOWED, // u32 process → u32 1: those of -x follow
	DT_TABLE_OPERANDS, // DT_OPERAND_KEY() → struct dt_operand_code
	DT_TABLE_CELLS,	   // of aggregations (abi/cells.h): one element
	// those of abi/unwind.h, one after the other: all or none are there
	DT_TABLE_UNWIND_COUNTS,	   // of each CPU
	DT_TABLE_UNWIND_PROCESSES, // u32 process → struct dt_unwind_process
	DT_TABLE_UNWIND_RANGES,
	DT_TABLE_UNWIND_FILES,
	DT_TABLE_UNWIND_PAGES,
	DT_TABLE_UNWIND_ROWS, // chunks
	DT_TABLE_UNWIND_RULES,
	DT_TABLE_UNWIND_FOUND,	// u64 DT_UNWIND_FOUND_KEY() with the rule
	DT_TABLE_UNWIND_INODES, // struct dt_unwind_inode → struct dt_unwind_mapped
	DT_TABLE_UNWIND_LAYOUT, // struct dt_unwind_layout
	DT_TABLE_UNWIND_ASKED,	// u32 processes whose ranges are wanted
	DT_N_TABLES,
};

#endif
