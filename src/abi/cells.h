/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Cells: memory shared by programs and the consumer, in which a keyed aggregation stores the values
 * of its first keys. A cell holds one CPU's value of one key. When no cell is free, the program
 * uses a BPF hash map instead; inserting an element there costs many times as much. All operations
 * are lock-free, because one program may interrupt another anywhere, even in an NMI.
 *
 * The hash of key and CPU selects a bucket, which is a cache line of eight entries, and the tag
 * that identifies the cell's entry in it. To insert a key, a program takes the next free cell,
 * writes the key, then the owner, and then enters the cell into the bucket. Two programs that
 * insert the same key at the same time may create two cells, and a cell whose bucket is full is
 * never found again. Both are harmless: the consumer adds up all cells of a key, so every update
 * counts exactly once.
 *
 * The consumer frees a cell in two steps. First it marks the cell dead and removes it from its
 * bucket; it still adds the cell's value. Once no program can hold a reference, it clears the cell
 * and returns its number.
 *
 * Decision: docs/dev/decisions/0018-aggregation-cells.md
 *
 * Decision: docs/dev/decisions/0074-stack-keys-127-frames.md
 *
 * Decision: docs/dev/decisions/0114-buckets-by-one-multiplication.md
 */
#ifndef DT_ABI_CELLS_H
#define DT_ABI_CELLS_H

#include "abi/layout.h"

enum { DT_CELL_ENTRIES = 8 };

/** The hash of a short key is the sum of CPU + 1 and the key's words, each times its factor. Keys
 * at equal distances thus spread over the buckets more evenly than random ones. The hash's highest
 *  bits select the bucket; the tag is its lower half XOR the upper one, with the lowest bit set. */
#define DT_CELL_FACTOR_CPU	(DT_CELL_FACTOR_CPU_HIGH << 32)
#define DT_CELL_FACTOR_CPU_HIGH 0x6a09e667ULL
#define DT_CELL_FACTOR_WORD(i)	(0x9e3779b97f4a7c15ULL + 2 * (i)*0x6a09e667f3bcc909ULL)

/** Head of the memory. `taken` counts the cell numbers that programs have taken, `returned` those
 *  that the consumer has returned. Each counter occupies a cache line. */
struct dt_cells_head {
	dt_u64 taken;
	dt_u64 pad_taken[7];
	dt_u64 returned;
	dt_u64 pad_returned[7];
};
_Static_assert(sizeof(struct dt_cells_head) == 128, "abi");

/** An entry holds the tag in its upper half and the cell's number + 1 in its lower half; 0 is a
 *  free entry. */
struct dt_cell_bucket {
	dt_u64 entry[DT_CELL_ENTRIES];
};

/** Sizes of memory for a key; the runtime has one function for each. A key longer than a piece is
 *  padded with zeros to a whole number of pieces. */
enum { DT_CELL_PIECE = 64 };
struct dt_cell_key_16 {
	dt_u64 word[2];
};
struct dt_cell_key_64 {
	dt_u64 word[8];
};
struct dt_cell_key_512 {
	dt_u64 word[64];
};
struct dt_cell_key_1024 {
	dt_u64 word[128];
};
struct dt_cell_key_4096 {
	dt_u64 word[512];
};

/** Size of a cell's first word, the owner, which precedes key and value: CPU + 1 in the upper half,
 *  tag in the lower half; 0 if the cell is free. */
enum { DT_CELL_OWNER_SIZE = 8 };
#define DT_CELL_DEAD (1ULL << 63)

/** Layout of the cells of one aggregation. Offsets are in bytes from the start of the map's
 *  element. */
struct dt_cells {
	dt_u32 n;	  // number of cells, a power of two; 0: no cells
	dt_u32 n_buckets; // a power of two
	dt_u32 head;	  // offset of struct dt_cells_head
	dt_u32 buckets;	  // offset of the buckets
	dt_u32 numbers;	  // offset of n u32: entry p (modulo n) is the number + 1 of the p-th cell
			  // to take; 0 means cell p
	dt_u32 cells;	  // offset of the cells
	dt_u32 stride;	  // bytes of a cell
	dt_u32 key;	  // bytes of its key
	dt_u32 tail;	 // offset in the key of its last component, if that is a string or a stack;
			 // else equal to `key`
	dt_u32 is_stack; // the last component is a stack (abi/program.h), which begins with its
			 // number of frames
};

/**
 * Lays out as many cells as fit into `memory` bytes from offset `begin`, and writes the offset
 * behind them to *end. Returns a layout without cells if the key is too long. `tail` is the offset
 * of the string or stack that ends the key, or key_size if the key ends otherwise.
 */
struct dt_cells dt_cells_layout(dt_u32 begin, dt_u32 key_size, dt_u32 tail, int is_stack,
				dt_u32 value_size, dt_u64 memory, dt_u32 *end);

/** Returns the size of the memory for a key of key_size bytes, or 0 if the key is too long. */
dt_u32 dt_cell_room(dt_u32 key_size);

#endif
