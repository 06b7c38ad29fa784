/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * Finds or creates the cell of a key on this CPU (abi/cells.h).
 *
 * There is one function for each size of key memory; all do the same. A key longer than a piece is
 * hashed, compared and copied piece by piece, and the last piece is padded with zeros. If the key
 * ends with a string or a stack, the functions stop after the piece in which that ends. All later
 * bytes are zero, even in a free cell, and a longer key differs earlier.
 *
 * Decision: docs/dev/decisions/0018-aggregation-cells.md
 */
#include "abi/cells.h"
#include "runtime.h"

#ifdef __bpf__
extern const char __dt_table_cells[];
/** Size of the table "cells" in bytes: a constant that the linker sets. */
extern const char __dt_cells_size[];
#define dt_cells_size() ((u64)__dt_cells_size)
#else
void *dt_table_cells(void);
u64 dt_cells_size(void);
#endif

enum { WORD = 8, PIECE = DT_CELL_PIECE, PIECE_WORDS = PIECE / WORD };

/** The key to find, in memory of `room` bytes. */
struct sought {
	u64 *key;
	u32 room;
	u32 size; // bytes of the key
	// Volatile, so that loop bounds are reloaded: otherwise the verifier would follow every
	// possible end of a loop through all following code.
	const volatile struct dt_cells *cells;
	u64 owner;
	u64 bucket; // the hash that selects the bucket
};

/** Returns a pointer to `bytes` of the table at offset `at`, rounded down to `align`, or NULL. */
static __always_inline void *table_at(u8 *table, u64 at, u32 bytes, u64 align)
{
	at &= -align;
	return at > dt_cells_size() - bytes ? NULL : table + at;
}

/** Reports whether the string or stack at the end of the key ends in piece `i` or before. */
static __always_inline u32 ends_in(const struct sought *s, u32 i)
{
	u32 end = (i + 1) * PIECE, tail = s->cells->tail;

	if (end <= tail)
		return 0;
	if (s->cells->is_stack)
		return end >= tail + WORD * (1 + (u16)s->key[tail / WORD % (s->room / WORD)]);
	return !s->key[i * PIECE_WORDS + PIECE_WORDS - 1];
}

/** Adds the words of a piece to the hash. The multiplications are independent of each other. */
static __always_inline u64 add_words(u64 hash, const u64 *word, u32 room, u32 size)
{
	for (u32 i = 0; i < room / WORD; i++) {
		if (i * WORD >= size)
			break;
		hash += word[i] * DT_CELL_FACTOR_WORD(i);
	}
	return hash;
}

static __always_inline u64 hash_key(const struct sought *s, u64 hash)
{
	if (s->room <= PIECE)
		return add_words(hash, s->key, s->room, s->size);
	for (u32 i = 0; i < s->room / PIECE; i++) {
		if (i * PIECE >= s->cells->key)
			break;
		hash = add_words(hash, s->key + i * PIECE_WORDS, PIECE, PIECE);
		hash = (hash ^ hash >> 32) * DT_CELL_FACTOR_WORD(0);
		if (ends_in(s, i))
			break;
	}
	return hash;
}

static __always_inline u64 keys_differ(const u64 *a, const u64 *b, u32 room, u32 size)
{
	u64 bits = 0;

	for (u32 i = 0; i < room / WORD; i++) {
		if (i * WORD >= size)
			break;
		bits |= a[i] ^ b[i];
	}
	return bits;
}

/** Reports whether the cell has the key. */
static __always_inline u32 is_sought(const u64 *cell, const struct sought *s)
{
	const u64 *key = cell + 1;

	if (*(volatile u64 *)cell != s->owner)
		return 0;
	if (s->room <= PIECE)
		return !keys_differ(key, s->key, s->room, s->size);
	for (u32 i = 0; i < s->room / PIECE; i++) {
		if (i * PIECE >= s->cells->key)
			break;
		if (keys_differ(key + i * PIECE_WORDS, s->key + i * PIECE_WORDS, PIECE, PIECE))
			return 0;
		if (ends_in(s, i))
			break;
	}
	return 1;
}

static __always_inline void copy_words(u64 *to, const u64 *from, u32 room, u32 size)
{
	for (u32 i = 0; i < room / WORD; i++) {
		if (i * WORD >= size)
			break;
		to[i] = from[i];
	}
}

static __always_inline void write_key(u64 *cell, const struct sought *s)
{
	u64 *key = cell + 1;

	if (s->room <= PIECE) {
		copy_words(key, s->key, s->room, s->size);
		return;
	}
	for (u32 i = 0; i < s->room / PIECE; i++) {
		if (i * PIECE >= s->cells->key)
			break;
		copy_words(key + i * PIECE_WORDS, s->key + i * PIECE_WORDS, PIECE, PIECE);
		if (ends_in(s, i))
			break;
	}
}

/** Returns the number of the cell with this tag, or -1. */
static __always_inline u64 find_cell(const struct dt_cell_bucket *b, u32 tag)
{
	for (int i = 0; i < DT_CELL_ENTRIES; i++) {
		u64 entry = *(volatile u64 *)&b->entry[i];

		if (entry >> 32 == tag)
			return (u32)entry - 1;
	}
	return -1;
}

/** Returns the first free entry of the bucket, or NULL if it is full. */
static __always_inline u64 *free_entry(struct dt_cell_bucket *b)
{
	for (int i = 0; i < DT_CELL_ENTRIES; i++)
		if (!*(volatile u64 *)&b->entry[i])
			return &b->entry[i];
	return NULL;
}

/** Enters the cell into the bucket, unless the bucket is full or another program takes the entry.
 */
static __always_inline void enter_cell(struct dt_cell_bucket *b, u64 cell)
{
	u64 *entry = free_entry(b);

	if (entry)
		__sync_val_compare_and_swap(entry, 0, cell);
}

/**
 * Takes a free cell and returns its number, or -1. Gives up after four interruptions in a row. The
 * compare-and-swap is a barrier: the number read after it is as new as the count of returned cells.
 * The consumer does not change it before it frees this cell too.
 */
static __always_inline u64 take_cell(u8 *table, const struct dt_cells *c)
{
	struct dt_cells_head *head = table_at(table, c->head, sizeof(*head), WORD);

	if (!head)
		return -1;
	for (int i = 0; i < 4; i++) {
		u64 taken = *(volatile u64 *)&head->taken;
		u64 place = taken & (c->n - 1);
		u32 *number =
		    table_at(table, c->numbers + place * sizeof(*number), sizeof(*number), 4);

		if (taken - *(volatile u64 *)&head->returned >= c->n || !number)
			return -1;
		if (__sync_val_compare_and_swap(&head->taken, taken, taken + 1) == taken) {
			u32 given = *(volatile u32 *)number;

			return given ? given - 1 : place;
		}
	}
	return -1;
}

static __always_inline s64 cell_of(u64 *key, u32 room, const struct dt_cells *c)
{
	struct sought s = {.key = key, .room = room};
	u64 cpu = bpf_get_smp_processor_id() + 1, hash, number, at, *cell;
	struct dt_cell_bucket *bucket;
	u32 zero = 0, is_new;
	u8 *table = bpf_map_lookup_elem(dt_table(cells), &zero);

	if (!table || !key || !c)
		return -1;
	s.size = c->key;
	s.cells = c;
	hash = hash_key(&s, cpu * DT_CELL_FACTOR_CPU);
	s.owner = cpu << 32 | (u32)(hash ^ hash >> 32) | 1;
	bucket = table_at(table, c->buckets + ((hash >> 32) * c->n_buckets >> 32) * sizeof(*bucket),
			  sizeof(*bucket), WORD);
	if (!bucket)
		return -1;
	number = find_cell(bucket, (u32)s.owner);
	is_new = number >= c->n;
	if (is_new)
		number = take_cell(table, c);
	if (number >= c->n)
		return -1;
	at = c->cells + number * c->stride;
	cell = table_at(table, at, WORD + room, WORD);
	if (!cell)
		return -1;
	if (!is_new)
		return is_sought(cell, &s) ? (s64)(at + WORD + s.size) : -1;
	write_key(cell, &s);
	// The compare-and-swap is a barrier: a reader that sees the owner also sees the key.
	__sync_val_compare_and_swap(cell, 0, s.owner);
	enter_cell(bucket, s.owner << 32 | (number + 1));
	return at + WORD + s.size;
}

/**
 * Returns the offset in the table of this CPU's value of the key, or -1 if the key has no cell and
 * none is free.
 */
s64 dt_cell_16(struct dt_cell_key_16 *key, struct dt_cells *c)
{
	return cell_of((u64 *)key, sizeof(*key), c);
}

s64 dt_cell_64(struct dt_cell_key_64 *key, struct dt_cells *c)
{
	return cell_of((u64 *)key, sizeof(*key), c);
}

s64 dt_cell_512(struct dt_cell_key_512 *key, struct dt_cells *c)
{
	return cell_of((u64 *)key, sizeof(*key), c);
}

s64 dt_cell_1024(struct dt_cell_key_1024 *key, struct dt_cells *c)
{
	return cell_of((u64 *)key, sizeof(*key), c);
}

s64 dt_cell_4096(struct dt_cell_key_4096 *key, struct dt_cells *c)
{
	return cell_of((u64 *)key, sizeof(*key), c);
}
