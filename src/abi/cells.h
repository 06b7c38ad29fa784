/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Cells: where an aggregation with keys keeps the values of its first keys, in memory that programs
 * and the consumer share. A cell holds the value that one CPU has of one key. What finds no cell
 * goes to a hash map of the kernel, whose new elements cost many times as much. Nobody waits for
 * anybody: programs may interrupt each other anywhere, with interrupts off and in an NMI.
 *
 * A number from the hash of key and CPU says the bucket, a cache line of eight entries, and the
 * tag by which the entry of the cell is known. A key that is not there takes the next free cell,
 * writes itself and then the cell's owner, and enters the cell into the bucket. Two that insert one
 * key at a time may make two cells of it, a full bucket a cell that nobody finds again: the
 * consumer adds up all that it finds of a key, so each update counts once wherever it is.
 *
 * The consumer frees a cell in two steps. It marks it as dead and takes it out of its bucket, and
 * still adds what it holds; when no program can know it any more, it clears the cell and gives its
 * number back.
 */
#ifndef DT_ABI_CELLS_H
#define DT_ABI_CELLS_H

#include "abi/layout.h"

enum { DT_CELL_ENTRIES = 8 };

/** At the beginning. `taken` numbers have been taken so far, of those there are and the `returned`
 *  ones. Each has a cache line. */
struct dt_cells_head {
	dt_u64 taken;
	dt_u64 pad_taken[7];
	dt_u64 returned;
	dt_u64 pad_returned[7];
};
_Static_assert(sizeof(struct dt_cells_head) == 128, "abi");

/** An entry is the tag in the upper half and the cell's number + 1 in the lower; 0: free. */
struct dt_cell_bucket {
	dt_u64 entry[DT_CELL_ENTRIES];
};

/** Memory that holds a key: the runtime has a function for each size. A key of more than a piece is
 *  filled up with zeros to whole pieces. */
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

/** The first word of a cell, before its key and its value: CPU + 1 in the upper half, tag in the
 *  lower; 0: nobody's. */
enum { DT_CELL_OWNER_SIZE = 8 };
#define DT_CELL_DEAD (1ULL << 63)

/** Where all lies, bytes from the beginning of the map's element. */
struct dt_cells {
	dt_u32 n;	  // cells, a power of two; 0: there are none
	dt_u32 n_buckets; // a power of two
	dt_u32 head;
	dt_u32 buckets;
	dt_u32 numbers; // a u32 each: number + 1 of the cell that is the p-th to be taken (modulo
			// n); 0: it is the p-th cell
	dt_u32 cells;
	dt_u32 stride;	 // bytes of a cell
	dt_u32 key;	 // of them the key's
	dt_u32 tail;	 // byte of the key at which the string or stack begins that it ends with;
			 // `key`: none
	dt_u32 is_stack; // it is a stack (abi/program.h), whose first word has the number of frames
};

/** As many cells as `memory` bytes have room for, behind `begin`; *end is what comes behind them.
 *  None for a key that is too long. From `tail` on the key is a string, or a stack; key_size: it is
 *  neither. */
struct dt_cells dt_cells_place(dt_u32 begin, dt_u32 key_size, dt_u32 tail, int is_stack,
			       dt_u32 value_size, dt_u64 memory, dt_u32 *end);

/** Memory for a key of that many bytes; 0: it is too long. */
dt_u32 dt_cell_room(dt_u32 key_size);

#endif
