/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Tables by which user stacks are unwound where probes fire. The session fills them in
 * (session/unwind), the BPF runtime reads them (runtime/unwind.bpf.c); each is a map that the
 * session has in its memory, but for the processes.
 *
 *	process  ─▶ ranges of its memory ─▶ file ─▶ page of its code ─▶ rows ─▶ rule
 *
 * Ranges are those of processes that programs have asked for. Of all others, and of what is mapped
 * since, the kernel's own tree of mappings leads to an inode, and that to the file.
 *
 * A row says from which address on a rule holds; rules are shared by all files. Rows are counted
 * from the beginning of the map; those of a page lie in one chunk, sorted. Who changes something
 * makes it unreachable first, and gives files and ranges a generation, by which a reader sees that
 * what he has read became another's meanwhile.
 */
#ifndef DT_ABI_UNWIND_H
#define DT_ABI_UNWIND_H

#include "abi/layout.h"

enum {
	DT_UNWIND_PAGE_BITS = 16,    // of an address within a page
	DT_UNWIND_CHUNK_BITS = 18,   // rows of a chunk: 1 MB
	DT_UNWIND_PAGE_ROWS = 32768, // at most in a page; a power of two
	DT_UNWIND_RULE_BITS = 14,
	DT_UNWIND_RULES = 1 << DT_UNWIND_RULE_BITS, // 0: nothing is known
	DT_UNWIND_FILES = 8192,			    // 0: none
	// in the place of a file: nothing is executed there; one that the session does not know
	DT_UNWIND_NO_CODE = DT_UNWIND_FILES,
	DT_UNWIND_FOREIGN_FILE,
	DT_UNWIND_FILE_PAGE_BITS = 14,
	DT_UNWIND_FILE_PAGES = 1 << DT_UNWIND_FILE_PAGE_BITS, // at most of a file
	DT_UNWIND_FOUND_BITS = 14,
	DT_UNWIND_PAGES = 65536,
	DT_UNWIND_PROCESSES = 32768,
	DT_UNWIND_PROCESS_RANGES = 1024, // at most of a process; a power of two
	DT_UNWIND_RANGES = 65536,
	DT_UNWIND_FRAMES = 1024, // at most of a stack
	DT_UNWIND_INODES = 16384,
	DT_UNWIND_ASKED = 1024, // a power of two
	DT_UNWIND_NODE = 32,	// words of a node of the kernel's tree
	DT_UNWIND_WINDOW = 64,	// words of a stack that are read at once
};

/** What an address is counted from. */
enum dt_unwind_base {
	DT_UNWIND_UNKNOWN,
	DT_UNWIND_SAME, // of the frame pointer: it is no address, the register has the value still
	DT_UNWIND_END,	// of the frame: nobody called
	DT_UNWIND_SP,
	DT_UNWIND_BP,
	DT_UNWIND_BX, // the register by which code that aligns its stack finds its frame again
	DT_UNWIND_CFA,
	DT_UNWIND_REGISTER, // another one, known in the first frame only
	DT_UNWIND_STUB, // of the PLT: the stack pointer, a word more from instruction `detail` on
};

/**
 * How the caller's frame is found: its stack pointer (the CFA), and where the return address, the
 * frame pointer and the other register that may tell a CFA were saved.
 */
struct dt_unwind_rule {
	dt_u8 cfa, ra, bp, bx; // enum dt_unwind_base
	dt_u8 is_indirect;     // the CFA is what lies at that address
	dt_u8 is_signal;       // the return address is where the code was interrupted
	// REGISTER: its place, in words of struct pt_regs; STUB: an address's end; of others, what
	// is added to what lies there
	dt_u8 detail;
	dt_u8 ra_detail; // REGISTER, which holds the return address: its place
	dt_s32 cfa_offset, ra_offset, bp_offset, bx_offset;
};
_Static_assert(sizeof(struct dt_unwind_rule) == 24, "abi");

/** A row: where it begins in its page, and the rule << DT_UNWIND_PAGE_BITS. */
typedef dt_u32 dt_unwind_row;

struct dt_unwind_chunk {
	dt_unwind_row rows[1 << DT_UNWIND_CHUNK_BITS];
};

struct dt_unwind_page {
	dt_u32 first, n; // rows
};

enum dt_unwind_state {
	DT_UNWIND_ABSENT,  // its table is not there, or no longer
	DT_UNWIND_READY,   // it is
	DT_UNWIND_WITHOUT, // the file has none
};

struct dt_unwind_file {
	dt_u32 state;	   // enum dt_unwind_state
	dt_u32 generation; // another one when the table goes
	dt_u32 used;	   // set by programs: somebody looked for the table
	dt_u32 first_page, n_pages;
	dt_u32 owner;  // another one when the number is given to another file
	dt_u64 base;   // number of its first page
	dt_u64 number; // as in struct dt_unwind_inode; no other file has it meanwhile
	dt_u32 device;
	dt_u32 is_hidden; // the kernel maps another inode than it tells of
};
_Static_assert(sizeof(struct dt_unwind_file) == 48, "abi");

struct dt_unwind_range {
	dt_u64 start, end; // in the process
	dt_u64 bias;	   // of addresses there to those of the file's own
	dt_u64 place;	   // where the file's first byte would be mapped
	dt_u64 seen;	   // set by programs: DT_UNWIND_SEEN() when the kernel had it mapped there
	dt_u32 file;
	dt_u32 generation; // of the process's ranges; 0: nobody's
};
_Static_assert(sizeof(struct dt_unwind_range) == 48, "abi");

/**
 * What the kernel has mapped stays, as long as its counter of such changes does (struct
 * dt_unwind_layout). This number is another one for each process, generation of its ranges, and
 * count.
 */
#define DT_UNWIND_SEEN(mm, generation, changes) \
	((dt_u64)(mm)*0x9e3779b97f4a7c15 ^ ((dt_u64)(generation) << 32 | (dt_u32)(changes)))

struct dt_unwind_process {
	dt_u32 first, n;   // ranges, sorted
	dt_u32 word;	   // bytes of an address
	dt_u32 generation; // another one whenever its ranges are written anew
};
_Static_assert(sizeof(struct dt_unwind_process) == 16, "abi");

/** What tells a part of a file that is mapped; of the vDSO all is 0, but `offset` if it is that of
 *  32-bit processes. */
struct dt_unwind_inode {
	dt_u64 number;
	dt_u64 changed; // ns
	dt_u64 offset;	// where the mapping begins in the file
	dt_u32 device;	// the kernel's own number of it
	dt_u32 pad;
};
_Static_assert(sizeof(struct dt_unwind_inode) == 32, "abi");

struct dt_unwind_mapped {
	dt_u64 address; // of the file's own, where the mapping begins
	dt_u32 file, owner;
};
_Static_assert(sizeof(struct dt_unwind_mapped) == 16, "abi");

/** Where the kernel keeps what a process has mapped: offsets of members. */
struct dt_unwind_layout {
	dt_u16 is_known;	      // 0: no others are
	dt_u16 mm;		      // struct task_struct
	dt_u16 root, task_size, vdso; // struct mm_struct; vdso 0: nobody knows
	dt_u16 changes; // there: another number whenever something is mapped or unmapped; 0: none
	dt_u16 pivots, slots, last;		   // struct maple_range_64
	dt_u16 wide_pivots, wide_slots, wide_last; // struct maple_arange_64
	dt_u16 start, end, pgoff, file;		   // struct vm_area_struct
	dt_u16 flags;				   // there; 0: nobody knows
	dt_u16 inode;				   // struct file
	dt_u16 number, device_of, seconds, ns;	   // struct inode
	dt_u16 device;				   // struct super_block
	dt_u16 pad;
};
_Static_assert(sizeof(struct dt_unwind_layout) == 48, "abi");

/**
 * What programs have found before, so that they need not search the rows, which are seldom in the
 * processor's cache where stacks are sampled. This number is another one for each address and each
 * generation of a file's table: the product with an odd number loses nothing. Its upper bits are
 * the place, the others stand there, above the rule.
 */
#define DT_UNWIND_FOUND_KEY(generation, offset)                                      \
	(((dt_u64)(generation) << (DT_UNWIND_PAGE_BITS + DT_UNWIND_FILE_PAGE_BITS) | \
	  (dt_u64)(offset)) *                                                        \
	 0x9e3779b97f4a7c15)
_Static_assert((int)DT_UNWIND_FOUND_BITS >= (int)DT_UNWIND_RULE_BITS, "abi");

/** How a stack ended; what each CPU counts, by this. */
enum dt_unwind_end {
	DT_UNWIND_WHOLE,    // where its thread began
	DT_UNWIND_LIMITED,  // as many frames as were asked for
	DT_UNWIND_NO_TABLE, // in a file whose table is not there yet
	DT_UNWIND_LOST,	    // in code that tells nothing about its caller
	DT_N_UNWIND_ENDS,
};

struct dt_unwind_counts {
	dt_u64 n[DT_N_UNWIND_ENDS];
	dt_u64 foreign; // processes that nothing is known of
	dt_u64 round;	// set by the session: it has read once more what processes have mapped
	dt_u64 pad[2];
};
_Static_assert(sizeof(struct dt_unwind_counts) == 64, "abi");

/** dt_unwind(): the memory of one unwinding. The result is the number of frames and, from these
 * bits on, the first frame that was guessed and the enum dt_unwind_end; or DT_UNWIND_FOREIGN. */
enum { DT_UNWIND_GUESS_SHIFT = 16, DT_UNWIND_END_SHIFT = 32, DT_UNWIND_FOREIGN = -1 };

struct dt_unwind {
	dt_u64 regs; // struct pt_regs of the thread's user mode
	dt_u64 pc, sp, bp;
	dt_u64 bx_at; // where bx was saved; 0: it is in its register still; ~0: nobody knows
	struct dt_unwind_range range, before; // those that were found last
	dt_u32 first, n;		      // of the process
	dt_u32 generation;
	dt_u32 word;
	dt_u32 wanted, count;
	dt_u32 bx_place;	      // in struct pt_regs
	dt_u32 changes, kept_changes; // the kernel's count; that for which the ranges were found
	dt_u32 found;		      // number of the range that was found
	dt_u32 guess;	 // the first frame that a frame pointer led to from code of a file; 0: none
	dt_u32 end;	 // enum dt_unwind_end
	dt_u8 is_exact;	 // pc is an instruction that is or was to be executed, no return address
	dt_u8 bp_known;	 // bp is the frame pointer's value
	dt_u8 by_tables; // no frame pointers where tables say nothing
	dt_u8 has_window;
	dt_u64 at;		    // where the search for its row has come to
	struct dt_unwind_rule rule; // of the frame
	dt_u64 mm;		    // the kernel's, of the process; 0: it is not asked
	dt_u32 owner, before_owner; // of the ranges' files; 0: the range is the session's; 1: none
	dt_u64 kept_mm, kept_round; // for which the ranges were found
	dt_u64 area, area_start, area_end; // of the kernel's tree: what was found there
	dt_u64 window_at;		   // what `window` is a copy of: the process's stack
	dt_u64 window[DT_UNWIND_WINDOW];
	dt_u64 node[DT_UNWIND_NODE]; // of the kernel's tree
	dt_u64 frames[DT_UNWIND_FRAMES];
};
_Static_assert(sizeof(struct dt_unwind) ==
		   288 + 8 * (DT_UNWIND_WINDOW + DT_UNWIND_NODE + DT_UNWIND_FRAMES),
	       "abi");

/** Where registers lie in struct pt_regs, as the program tells dt_unwind(): bytes. */
#define DT_UNWIND_REGS(pc, sp, bp, bx) \
	((dt_u64)(pc) | (dt_u64)(sp) << 16 | (dt_u64)(bp) << 32 | (dt_u64)(bx) << 48)

#endif
