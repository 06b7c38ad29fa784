/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Tables for unwinding user stacks inside BPF programs. The session fills them (session/unwind) and
 * the BPF runtime reads them (runtime/user/unwind.bpf.c). Each table is a map; the session has all
 * but that of the processes mapped into its memory.
 *
 *	process  ─▶ ranges of its memory ─▶ file ─▶ page of its code ─▶ rows ─▶ rule
 *
 * The session writes ranges only for processes that programs have asked for. For other processes,
 * and for newer mappings, the program walks the kernel's tree of mappings to an inode, which
 * identifies the file.
 *
 * A row gives the address from which a rule applies; all files share the rules. Rows are numbered
 * from the start of the map; those of a page lie in one chunk, sorted by address. The session makes
 * an entry unreachable before it changes it, and increments the generation of the file or of the
 * ranges; a reader compares generations to notice that an entry was reused.
 *
 * Decision: docs/dev/decisions/0048-stacks-by-tables.md
 * Decision: docs/dev/decisions/0066-unwinding-cache.md
 * Decision: docs/dev/decisions/0140-rules-in-the-cache.md
 */
#ifndef DT_ABI_UNWIND_H
#define DT_ABI_UNWIND_H

#include "abi/layout.h"

enum {
	DT_UNWIND_PAGE_BITS = 16,    // bits of an address within a page
	DT_UNWIND_CHUNK_BITS = 18,   // a chunk has 2^18 rows: 1 MB
	DT_UNWIND_PAGE_ROWS = 32768, // maximum rows of a page; a power of two
	DT_UNWIND_RULE_BITS = 14,
	DT_UNWIND_RULES = 1 << DT_UNWIND_RULE_BITS, // rule 0: unknown
	DT_UNWIND_FILES = 8192,			    // file 0: none
	// special file numbers: memory without code; a file unknown to the session
	DT_UNWIND_NO_CODE = DT_UNWIND_FILES,
	DT_UNWIND_FOREIGN_FILE,
	DT_UNWIND_FILE_PAGE_BITS = 14,
	DT_UNWIND_FILE_PAGES = 1 << DT_UNWIND_FILE_PAGE_BITS, // maximum pages of a file
	DT_UNWIND_FOUND_BITS = 14,
	DT_UNWIND_PAGES = 65536,
	DT_UNWIND_PROCESSES = 32768,
	DT_UNWIND_PROCESS_RANGES = 1024, // maximum ranges of a process; a power of two
	DT_UNWIND_RANGES = 65536,
	DT_UNWIND_FRAMES = 1024, // maximum frames of a stack
	// room for one more, which shows that the stack goes on
	DT_UNWIND_ROOM = DT_UNWIND_FRAMES + 1,
	DT_UNWIND_INODES = 16384,
	DT_UNWIND_REQUESTS = 1024, // a power of two
	DT_UNWIND_NODE = 32,	   // words of a node of the kernel's tree
	DT_UNWIND_WINDOW = 64,	   // words of the stack read at once
};

/** The base to which a rule adds an offset. */
enum dt_unwind_base {
	DT_UNWIND_UNKNOWN,
	DT_UNWIND_SAME, // frame pointer only: not saved, the register still has the value
	DT_UNWIND_END,	// the outermost frame: it has no caller
	DT_UNWIND_SP,
	DT_UNWIND_BP,
	/** One register more, whose value is also known behind a signal frame: on x86-64 rbx, which
	 *  code that realigns its stack uses to address its frame; on aarch64 the link register. */
	DT_UNWIND_EXTRA,
	DT_UNWIND_CFA,
	DT_UNWIND_REGISTER, // another register, whose value is known in the innermost frame only
	DT_UNWIND_STUB,	    // PLT stub: the stack pointer, plus a word from instruction `detail` on
};

/**
 * How to find the caller's frame: its stack pointer (the CFA), and where the function saved the
 * return address, the frame pointer and EXTRA.
 */
struct dt_unwind_rule {
	dt_u8 cfa, ra, bp, extra; // enum dt_unwind_base
	dt_u8 is_indirect;	  // the CFA is the word at the computed address
	dt_u8 is_signal;	  // signal frame: the return address is the interrupted instruction
	// REGISTER: its index in struct pt_regs, in words. STUB: the low bits of the address from
	// which the word is added. Others: added to the word that an indirect CFA reads.
	dt_u8 detail;
	dt_u8 ra_detail; // if `ra` is REGISTER: its index in struct pt_regs, in words
	dt_s32 cfa_offset, ra_offset, bp_offset, extra_offset;
};
_Static_assert(sizeof(struct dt_unwind_rule) == 24, "abi");

/** A row: the offset in its page from which it applies, and the rule << DT_UNWIND_PAGE_BITS. */
typedef dt_u32 dt_unwind_row;

struct dt_unwind_chunk {
	dt_unwind_row rows[1 << DT_UNWIND_CHUNK_BITS];
};

struct dt_unwind_page {
	dt_u32 first, n; // rows
};

enum dt_unwind_state {
	DT_UNWIND_ABSENT,  // its table is not loaded
	DT_UNWIND_READY,   // its table is loaded
	DT_UNWIND_WITHOUT, // the file has no unwinding information
};

struct dt_unwind_file {
	dt_u32 state;	   // enum dt_unwind_state; programs read both words at once
	dt_u32 generation; // changes when the table is unloaded
	dt_u32 used;	   // set by programs that looked for the table
	dt_u32 first_page, n_pages;
	dt_u32 owner;  // changes when the file's number is reused for another file
	dt_u64 base;   // number of its first page
	dt_u64 number; // inode number, as in struct dt_unwind_inode
	dt_u32 device;
	dt_u32 is_hidden; // the kernel maps an inode other than the one /proc shows
};
_Static_assert(sizeof(struct dt_unwind_file) == 48, "abi");

struct dt_unwind_range {
	dt_u64 start, end; // in the process
	dt_u64 bias;	   // subtracted from an address gives the file's virtual address
	dt_u64 place;	   // address at which the file's first byte would be mapped
	dt_u64 seen;	   // set by programs: DT_UNWIND_SEEN() of the last check with the kernel
	dt_u32 file;
	dt_u32 generation; // of the process's ranges; 0: unused
};
_Static_assert(sizeof(struct dt_unwind_range) == 48, "abi");

/**
 * A process's mappings are unchanged as long as the kernel's change counter is (struct
 * dt_unwind_layout). This value differs for each process, generation of its ranges, and count.
 */
#define DT_UNWIND_SEEN(mm, generation, changes) \
	((dt_u64)(mm)*0x9e3779b97f4a7c15 ^ ((dt_u64)(generation) << 32 | (dt_u32)(changes)))

struct dt_unwind_process {
	dt_u32 first, n;   // ranges, sorted
	dt_u32 word;	   // bytes of an address
	dt_u32 generation; // changes whenever the session rewrites its ranges
};
_Static_assert(sizeof(struct dt_unwind_process) == 16, "abi");

/** Key of a mapped part of a file. For the vDSO all members are 0, except that `offset` is not 0
 *  for that of 32-bit processes. */
struct dt_unwind_inode {
	dt_u64 number;
	dt_u64 changed; // ns
	dt_u64 offset;	// of the mapping in the file
	dt_u32 device;	// the kernel's internal device number
	dt_u32 pad;
};
_Static_assert(sizeof(struct dt_unwind_inode) == 32, "abi");

struct dt_unwind_mapped {
	dt_u64 address; // the file's virtual address at which the mapping begins
	dt_u32 file, owner;
};
_Static_assert(sizeof(struct dt_unwind_mapped) == 16, "abi");

/** Offsets of the members of kernel structs that lead to a process's mappings. */
struct dt_unwind_layout {
	dt_u16 is_known;	      // 0: the other members are invalid
	dt_u16 mm;		      // struct task_struct
	dt_u16 root, task_size, vdso; // struct mm_struct; vdso 0: unknown
	dt_u16 changes; // struct mm_struct: counter of mappings and unmappings; 0: unknown
	dt_u16 pivots, slots, last;		   // struct maple_range_64
	dt_u16 wide_pivots, wide_slots, wide_last; // struct maple_arange_64
	dt_u16 start, end, pgoff, file;		   // struct vm_area_struct
	dt_u16 flags;				   // struct vm_area_struct; 0: unknown
	dt_u16 inode;				   // struct file
	dt_u16 number, device_of, seconds, ns;	   // struct inode
	dt_u16 device;				   // struct super_block
	dt_u16 page_shift;			   // a page has 2 to this power bytes
};
_Static_assert(sizeof(struct dt_unwind_layout) == 48, "abi");

/**
 * Hash key of a cache of found rules. Without the cache, a program would search the rows, which are
 * seldom in the processor's cache when stacks are sampled. The key differs for each address and
 * each generation of a file's table, because multiplying by an odd number is a bijection. Its upper
 * bits are the index in the cache; the entry stores the other bits above the rule.
 */
#define DT_UNWIND_FOUND_KEY(generation, offset)                                      \
	(((dt_u64)(generation) << (DT_UNWIND_PAGE_BITS + DT_UNWIND_FILE_PAGE_BITS) | \
	  (dt_u64)(offset)) *                                                        \
	 0x9e3779b97f4a7c15)
_Static_assert((int)DT_UNWIND_FOUND_BITS >= (int)DT_UNWIND_RULE_BITS, "abi");

/**
 * Tables for programs inside a process. The session builds them before the programs run, and adds
 * to them when the process maps files. The rows of a page lie anywhere; pages of a range are
 * contiguous. There are two lists of ranges, of DT_UNWIND_OWN_RANGES elements each: the session
 * writes one while programs use the other.
 */
struct dt_unwind_own {
	dt_u64 start, end; // in the process; sorted, without overlaps
	dt_u64 bias;	   // subtracted from an address gives the file's virtual address
	dt_u64 base;	   // number of its first page
	dt_u32 first_page, n_pages;
	dt_u32 is_code;	  // 0: no return address lies here
	dt_u32 is_second; // of the very first: programs use the second list
};
_Static_assert(sizeof(struct dt_unwind_own) == 48, "abi");

enum {
	DT_UNWIND_OWN_RANGES = 1024, // of a list, at most; a power of two
	DT_UNWIND_OWN_ROWS = 2,	     // in an element of their table
	DT_UNWIND_ADDRESS_BITS = 47,
};

/**
 * The cache of found rules in a process. The product of an address and an odd number, modulo
 * 2^DT_UNWIND_ADDRESS_BITS, is a bijection: its upper bits are the index of an entry, which has the
 * other bits. The lowest bits of the entry are the rule: its number or, from DT_UNWIND_OWN_PLAIN
 * on, the rule itself. That of most functions is plain: they have lowered the stack pointer by a
 * constant, and saved the frame pointer and EXTRA below the return address, or keep them. The
 * distances of the CFA from the stack pointer, and of both from the CFA, are words; 0: it is not
 * saved.
 */
enum {
	DT_UNWIND_OWN_KNOWN_BITS = 31,
	DT_UNWIND_OWN_PLAIN = 1 << 30,
	DT_UNWIND_OWN_CFA_SHIFT = 18,
	DT_UNWIND_OWN_BP_SHIFT = 9,
	DT_UNWIND_OWN_CFA_MASK = 0xfff,
	DT_UNWIND_OWN_SAVED_MASK = 0x1ff,
};
#define DT_UNWIND_OWN_HASH(address) \
	((dt_u64)(address) * (0x9e3779b97f4a7c15 << (64 - DT_UNWIND_ADDRESS_BITS)))
#define DT_UNWIND_OWN_PLACE(hash) ((hash) >> (64 - DT_UNWIND_FOUND_BITS))
#define DT_UNWIND_OWN_ENTRY(hash) ((hash) << DT_UNWIND_FOUND_BITS) // without the rule
_Static_assert((int)DT_UNWIND_ADDRESS_BITS - (int)DT_UNWIND_FOUND_BITS +
		       (int)DT_UNWIND_OWN_KNOWN_BITS <=
		   64,
	       "abi");

/** Reasons why unwinding ended. Each CPU counts them. */
enum dt_unwind_end {
	DT_UNWIND_WHOLE,    // reached the start of the thread
	DT_UNWIND_LIMITED,  // reached the number of frames asked for
	DT_UNWIND_NO_TABLE, // reached a file whose table is not loaded yet
	DT_UNWIND_NO_RULE,  // reached code without any information about its caller
	DT_N_UNWIND_ENDS,
};

struct dt_unwind_counts {
	dt_u64 n[DT_N_UNWIND_ENDS];
	dt_u64 foreign; // stacks of processes that the session does not know
	dt_u64 round;	// set by the session whenever it has read the processes' mappings again
	dt_u64 pad[2];
};
_Static_assert(sizeof(struct dt_unwind_counts) == 64, "abi");

/** Result of dt_unwind(): the number of frames; from these bits on, the index of the first guessed
 *  frame and the enum dt_unwind_end. DT_UNWIND_FOREIGN if the process is unknown. */
enum { DT_UNWIND_GUESS_SHIFT = 16, DT_UNWIND_END_SHIFT = 32, DT_UNWIND_FOREIGN = -1 };

/** Working memory of dt_unwind() for one stack. */
struct dt_unwind {
	dt_u64 regs; // address of struct pt_regs of the thread's user mode
	dt_u64 pc, sp, bp;
	dt_u64 extra_at; // address at which EXTRA was saved; 0: still in its register; ~0: unknown
	struct dt_unwind_range range, before; // the two ranges found last
	dt_u32 first, n;		      // of the process
	dt_u32 generation;
	dt_u32 word;
	dt_u32 wanted, count;
	dt_u16 extra_place;		// offset of EXTRA in struct pt_regs
	dt_u16 signature;		// upper bits of a return address that may be its signature
	dt_u32 changes, cached_changes; // the kernel's counter: now, and when the ranges were found
	dt_u32 found;			// index of the range found last
	dt_u32 guess;	 // the first frame found by a frame pointer in a file's code; 0: none
	dt_u32 end;	 // enum dt_unwind_end
	dt_u8 is_exact;	 // pc is the interrupted or current instruction, not a return address
	dt_u8 bp_known;	 // bp is valid
	dt_u8 by_tables; // do not fall back to frame pointers
	dt_u8 has_window;
	dt_u8 is_weak;			// the processor does not keep reads in order
	dt_u64 at;			// position of the search for the row
	struct dt_unwind_rule rule;	// of the current frame
	dt_u64 mm;			// the process's mm_struct; 0: do not walk the kernel's tree
	dt_u32 owner, before_owner;	// of the ranges' files; 0: written by the session; 1: none
	dt_u64 cached_mm, cached_round; // process and round for which the ranges were found
	dt_u64 area, area_start, area_end; // the area found in the kernel's tree. In a process: the
					   // first address that may hold saved registers, and the
					   // stack from which words can be loaded
	dt_u64 window_at;		   // address of the stack of which `window` is a copy
	dt_u64 window[DT_UNWIND_WINDOW];
	dt_u64 node[DT_UNWIND_NODE]; // of the kernel's tree
	dt_u64 frames[DT_UNWIND_ROOM];
};
_Static_assert(sizeof(struct dt_unwind) ==
		   288 + 8 * (DT_UNWIND_WINDOW + DT_UNWIND_NODE + DT_UNWIND_ROOM),
	       "abi");

/** Argument of dt_unwind(): byte offsets of the registers in struct pt_regs. */
#define DT_UNWIND_REGS(pc, sp, bp, extra) \
	((dt_u64)(pc) | (dt_u64)(sp) << 16 | (dt_u64)(bp) << 32 | (dt_u64)(extra) << 48)
/** Bits of the argument `owner` of dt_unwind() above the process: do not follow frame pointers; the
 *  processor does not keep reads in order; from the last one on, the number of bits of a signature.
 */
enum { DT_UNWIND_TABLES_SHIFT = 32, DT_UNWIND_WEAK_SHIFT, DT_UNWIND_SIGNATURE_SHIFT = 40 };

#endif
