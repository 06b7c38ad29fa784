/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Finds or creates the cell of a key (abi/cells.h).
 *
 * Where code is cheap, a short key is looked for in the first entries of its bucket before the
 * runtime's function is called. The layout is known here, so masks take the place of comparisons:
 * whatever an entry holds, the address is that of a cell. The cell's owner has the tag, too.
 *
 * Decision: docs/dev/decisions/0100-short-keys-found-in-place.md
 */
#include "lower/value/value.h"

#include "abi/cells.h"
#include "lower/verifier/verifier.h"

#include <stddef.h>

enum { WORD = 8, INLINE_KEY = sizeof(struct dt_cell_key_16), INLINE_ENTRIES = 2 };

static dt_reg cells_at(struct dt_gen *g, uint32_t offset)
{
	return dt_ir_map_value(g->f, g->l->desc.tables[DT_TABLE_CELLS], offset);
}

/** A short key that is looked for. */
struct sought {
	const struct dt_cells *cells;
	dt_reg key, owner, bucket; // addresses, and the first word of its cell
};

/** Appends the hash of a short key. `owner` is that of a cell without the tag. */
static dt_reg hash_of(struct dt_ir_func *f, const struct dt_cells *c, dt_reg key, dt_reg owner)
{
	dt_reg hash = dt_ir_bini(f, DT_IR_MUL, owner, DT_CELL_FACTOR_CPU_HIGH);

	for (uint32_t i = 0; i < c->key / WORD; i++)
		hash = dt_ir_bin(f, DT_IR_ADD, hash,
				 dt_ir_bini(f, DT_IR_MUL, dt_ir_load(f, WORD, key, i * WORD),
					    (int64_t)DT_CELL_FACTOR_WORD(i)));
	return hash;
}

static struct sought seek(struct dt_gen *g, const struct dt_cells *c, dt_reg key)
{
	struct dt_ir_func *f = g->f;
	dt_reg owner = dt_ir_bini(f, DT_IR_ADD, dt_ir_env(f, DT_ENV_CPU), 1), hash, tag, bucket;

	owner = dt_ir_bini(f, DT_IR_SHL, owner, 32);
	hash = hash_of(f, c, key, owner);
	tag = dt_ir_bin(f, DT_IR_XOR, hash, dt_ir_bini(f, DT_IR_SHR, hash, 32));
	tag = dt_ir_bini(f, DT_IR_OR, dt_ir_un(f, DT_IR_ZEXT, 4, tag), 1);
	owner = dt_ir_bin(f, DT_IR_OR, owner, tag);
	bucket = dt_ir_bini(f, DT_IR_SHR, hash, 64 - __builtin_ctz(c->n_buckets));
	bucket = dt_ir_bini(f, DT_IR_MUL, bucket, sizeof(struct dt_cell_bucket));
	bucket = dt_ir_bin(f, DT_IR_ADD, bucket, cells_at(g, c->buckets));
	return (struct sought){.cells = c, .key = key, .owner = owner, .bucket = bucket};
}

/** Appends the address of the value of the key's cell, if entry `i` has it, or a jump to `miss`. */
static dt_reg find_at(struct dt_gen *g, const struct sought *s, int i, dt_label miss)
{
	const struct dt_cells *c = s->cells;
	struct dt_ir_func *f = g->f;
	dt_reg number = dt_ir_load(f, 4, s->bucket, i * WORD), cell;

	number = dt_ir_bini(f, DT_IR_AND, dt_ir_bini(f, DT_IR_SUB, number, 1), c->n - 1);
	cell = dt_ir_bin(f, DT_IR_ADD, dt_ir_bini(f, DT_IR_MUL, number, c->stride),
			 cells_at(g, c->cells));
	dt_ir_branch(f, DT_IR_NE, dt_ir_load(f, WORD, cell, 0), s->owner, miss);
	for (uint32_t at = 0; at < c->key; at += WORD)
		dt_ir_branch(f, DT_IR_NE, dt_ir_load(f, WORD, cell, DT_CELL_OWNER_SIZE + at),
			     dt_ir_load(f, WORD, s->key, at), miss);
	return dt_ir_bini(f, DT_IR_ADD, cell, DT_CELL_OWNER_SIZE + c->key);
}

/** Appends the same by the runtime's function, or a jump to `none`. */
static dt_reg call_runtime(struct dt_gen *g, const struct dt_agg_desc *a, dt_reg key, dt_label none)
{
	struct dt_ir_func *f = g->f;
	uint32_t size = g->l->aggs.cells_size, room = dt_cell_room(a->key_size);
	const char *find = dt_arena_printf(g->l->arena, "dt_cell_%u", room);
	dt_reg cells = dt_gen_table(g, &a->cells, sizeof(a->cells)), at;

	g->program.ir->tables = g->l->desc.tables;
	g->program.ir->cells_size = size;
	at = dt_verifier_returned(g, dt_ir_call(f, find, 2, key, cells));
	dt_ir_branchi(f, DT_IR_GT, at, size - a->value_size, none);
	at = dt_verifier_aligned(g, at);
	return dt_ir_bin(f, DT_IR_ADD, cells_at(g, 0), at);
}

dt_reg dt_gen_cell(struct dt_gen *g, const struct dt_agg_desc *a, dt_reg key, dt_label none)
{
	struct sought s;
	dt_label have;
	dt_reg value;

	if (!g->l->executor->inlines_cells || a->cells.key > INLINE_KEY)
		return call_runtime(g, a, key, none);
	have = dt_ir_label(g->f);
	value = dt_ir_reg(g->f);
	s = seek(g, &a->cells, key);
	for (int i = 0; i < INLINE_ENTRIES; i++) {
		dt_label miss = dt_ir_label(g->f);

		dt_ir_mov_to(g->f, value, find_at(g, &s, i, miss));
		dt_ir_jump(g->f, have);
		dt_ir_place(g->f, miss);
	}
	dt_ir_mov_to(g->f, value, call_runtime(g, a, key, none));
	dt_ir_place(g->f, have);
	return value;
}
