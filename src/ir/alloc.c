/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Linear-scan register allocation. Control flow only goes forward, so a register is live in the
 * interval from its first to its last mention. One walk over the intervals, ordered by start, gives
 * each a machine register; if none is free, it spills the interval that ends last.
 *
 * Instruction i reads at position 2i+2 and writes at 2i+3, so a result may use the register of an
 * operand that ends there. Parameters are written at position 1. Intervals that contain a call use
 * the registers that calls preserve. Values that one instruction can recompute (constants,
 * addresses of stack objects, maps) are rematerialized instead of spilled, and get no register if
 * only calls read them.
 *
 * The stack consists of words. A stack object is live from the first to the last mention of
 * any register that may point into it. Objects and spilled registers with disjoint lifetimes share
 * words.
 */
#include "ir/alloc.h"

#include "ir/ops.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum {
	WORD = 8,
	MAX_WORDS =
	    4096, // far more than a function may use, so that an overflow error can state the size
};

struct interval {
	int start, end; // positions; start is INT_MAX if never mentioned
	bool crosses;	// contains a call
	unsigned defs;
	bool read;
	unsigned gains; // number of reads that are cheaper from a register
	dt_reg hint;	// prefer the machine register of this one
	int incoming;	// machine register that holds it on entry, or -1
	const struct dt_ir_insn *def;
};

struct scan {
	const struct dt_reg_file *regs;
	const struct dt_ir_func *f;
	struct dt_alloc *a;
	struct interval *iv; // by register
	dt_reg *order;	     // registers by start
	size_t n_order;
	int *calls_before;	       // by instruction: number of calls before it
	dt_reg held[DT_REG_FILE_SIZE]; // by machine register: the last virtual register in it
};

static int read_pos(size_t i)
{
	return 2 * (int)i + 2;
}

static int write_pos(size_t i)
{
	return 2 * (int)i + 3;
}

static void extend_interval(struct interval *iv, int pos)
{
	if (pos < iv->start)
		iv->start = pos;
	if (pos > iv->end)
		iv->end = pos;
}

/** Reports whether this read is cheaper from a register. Calls copy the value in any case, and
 *  memory accesses can use the frame as base. */
static bool read_gains(const struct scan *s, const struct dt_ir_insn *i, const dt_reg *field)
{
	const struct dt_ir_insn *def = s->iv[*field].def;

	if (field >= i->args && field < i->args + i->n_args)
		return false;
	if (i->op == DT_IR_CMPXCHG || i->op == DT_IR_MOV)
		return false;
	if ((i->op >= DT_IR_FETCH_ADD && i->op <= DT_IR_XCHG) && field == &i->b)
		return false; // the value is copied to a scratch register anyway
	if (i->op == DT_IR_ATOMIC_ADD && field == &i->b && def && def->op == DT_IR_CONST &&
	    s->regs->adds_constants)
		return false;
	bool is_in_frame = def && (def->op == DT_IR_STACK_ADDR ||
				   (def->op == DT_IR_CTX && s->regs->recomputes_ctx));

	return !(is_in_frame && field == &i->a && dt_ir_op_table[i->op].flags & DT_IR_F_MEM);
}

static void build_interval_reads(struct scan *s, struct dt_ir_insn *i, size_t at)
{
	dt_reg *uses[DT_IR_MAX_USES];

	for (unsigned n = dt_ir_uses(i, uses), k = 0; k < n; k++) {
		struct interval *iv = &s->iv[*uses[k]];

		extend_interval(iv, read_pos(at));
		iv->read = true;
		iv->gains += read_gains(s, i, uses[k]);
	}
}

static void build_intervals(struct scan *s, dt_reg ctx)
{
	const struct dt_ir_func *f = s->f;
	int calls = 0;

	for (dt_reg r = 0; r <= f->n_regs; r++)
		s->iv[r] = (struct interval){.start = INT_MAX, .end = -1, .incoming = -1};
	for (size_t at = 0; at < f->code.len; at++) {
		struct dt_ir_insn *i = &f->code.data[at];
		dt_reg dst = dt_ir_def(i);

		s->calls_before[at] = calls;
		calls += (dt_ir_op_table[i->op].flags & DT_IR_F_CLOBBER) != 0;
		build_interval_reads(s, i, at);
		if (!dst)
			continue;
		extend_interval(&s->iv[dst], write_pos(at));
		s->iv[dst].defs++;
		s->iv[dst].def = i;
		if (i->op == DT_IR_MOV || dt_ir_op_table[i->op].flags & (DT_IR_F_BIN | DT_IR_F_UN))
			s->iv[dst].hint = i->a;
	}
	s->calls_before[f->code.len] = calls;

	for (dt_reg r = 1; r <= (dt_reg)f->n_params + 1; r++) {
		dt_reg reg = r <= (dt_reg)f->n_params ? r : ctx;
		struct interval *iv = &s->iv[reg];

		if (!reg || iv->start == INT_MAX)
			continue;
		extend_interval(iv, 1);
		iv->defs++;
		iv->incoming = s->regs->params[reg == ctx ? 1 : r];
	}
	for (dt_reg r = 1; r <= f->n_regs; r++) {
		struct interval *iv = &s->iv[r];

		// Calls whose index c has start <= 2c+2 and 2c+3 <= end.
		if (iv->start != INT_MAX && iv->end >= 3)
			iv->crosses = s->calls_before[(iv->end - 3) / 2 + 1] >
				      s->calls_before[iv->start < 2 ? 0 : (iv->start - 1) / 2];
	}
}

static bool can_remat(const struct scan *s, const struct interval *iv)
{
	if (iv->defs != 1 || !iv->def || iv->incoming >= 0)
		return false;
	return iv->def->op == DT_IR_CONST || iv->def->op == DT_IR_STACK_ADDR ||
	       iv->def->op == DT_IR_MAP || iv->def->op == DT_IR_MAP_VALUE ||
	       iv->def->op == DT_IR_CALLBACK ||
	       (iv->def->op == DT_IR_CTX && s->regs->recomputes_ctx);
}

static int compare_start(const void *pa, const void *pb, void *iv)
{
	const struct interval *ivs = iv;
	dt_reg a = *(const dt_reg *)pa, b = *(const dt_reg *)pb;

	if (ivs[a].start != ivs[b].start)
		return ivs[a].start < ivs[b].start ? -1 : 1;
	return a < b ? -1 : a > b;
}

static bool is_free(const struct scan *s, int machine, const struct interval *iv)
{
	dt_reg holder = s->held[machine];

	return !holder || s->a->homes[holder].kind != DT_HOME_REG || s->iv[holder].end < iv->start;
}

static bool is_allowed(const struct scan *s, int machine, const struct interval *iv)
{
	return (iv->crosses ? s->regs->kept : s->regs->homes) >> machine & 1;
}

/** Returns a free machine register, preferring the hint's, or -1 if none is free. */
static int find_free(const struct scan *s, const struct interval *iv)
{
	const struct dt_home *hint = iv->hint ? &s->a->homes[iv->hint] : NULL;
	int wish = iv->incoming;

	if (wish < 0 && hint && hint->kind == DT_HOME_REG)
		wish = hint->reg;
	if (wish > 0 && is_allowed(s, wish, iv) && is_free(s, wish, iv))
		return wish;
	for (int kept = 0; kept <= 1; kept++) { // the others cost nothing to save
		for (int m = 1; m < DT_REG_FILE_SIZE; m++) {
			if ((int)(s->regs->kept >> m & 1) == kept && is_allowed(s, m, iv) &&
			    is_free(s, m, iv))
				return m;
		}
	}
	return -1;
}

/** Returns the rank for eviction: intervals that end later are cheaper to spill. */
static int eviction_rank(const struct scan *s, const struct interval *iv)
{
	return can_remat(s, iv) ? INT_MAX : iv->end;
}

static void leave_register(struct scan *s, dt_reg r)
{
	struct dt_home *home = &s->a->homes[r];

	if (can_remat(s, &s->iv[r]))
		*home = (struct dt_home){.kind = DT_HOME_REMAT, .remat = s->iv[r].def};
	else
		*home = (struct dt_home){.kind = DT_HOME_STACK};
}

static void assign_register(struct scan *s, dt_reg r, int machine)
{
	s->a->homes[r] = (struct dt_home){.kind = DT_HOME_REG, .reg = machine};
	s->held[machine] = r;
}

static void allocate_one(struct scan *s, dt_reg r)
{
	struct interval *iv = &s->iv[r];
	int victim = -1, worst = eviction_rank(s, iv);

	if (!iv->read) // an unused result, which may not even exist (a void helper)
		return;
	if (can_remat(s, iv) && !iv->gains) {
		leave_register(s, r);
		return;
	}
	int machine = find_free(s, iv);
	if (machine >= 0) {
		assign_register(s, r, machine);
		return;
	}
	for (int m = 1; m < DT_REG_FILE_SIZE; m++) {
		if (!is_allowed(s, m, iv))
			continue;
		int rank = eviction_rank(s, &s->iv[s->held[m]]);
		if (rank > worst) {
			worst = rank;
			victim = m;
		}
	}
	if (victim < 0) {
		leave_register(s, r);
		return;
	}
	leave_register(s, s->held[victim]);
	assign_register(s, r, victim);
}

static void allocate_registers(struct scan *s)
{
	for (dt_reg r = 1; r <= s->f->n_regs; r++) {
		if (s->iv[r].start != INT_MAX)
			s->order[s->n_order++] = r;
	}
	qsort_r(s->order, s->n_order, sizeof(*s->order), compare_start, s->iv);
	for (size_t k = 0; k < s->n_order; k++)
		allocate_one(s, s->order[k]);
}

/** An object that occupies stack. */
struct object {
	int start, end;
	unsigned words;
	dt_slot slot; // 0: the register `reg`
	dt_reg reg;
	const struct dt_ir_loc *loc;
};

/** Computes the lifetimes of stack objects by tracking which registers may point into them. */
static void find_slot_lives(const struct scan *s, struct object *slots)
{
	const struct dt_ir_func *f = s->f;
	size_t n_words = f->slots.len / 64 + 1;
	// By register: the set of objects that it may point into; NULL: none.
	dt_cleanup(dt_free_p) uint64_t **sets = dt_zalloc(sizeof(*sets) * ((size_t)f->n_regs + 1));

	for (size_t at = 0; at < f->code.len; at++) {
		struct dt_ir_insn *i = &f->code.data[at];
		const unsigned flags = dt_ir_op_table[i->op].flags;
		dt_reg from[2] = {i->a, flags & DT_IR_F_BIN ? i->b : 0};

		if (i->op == DT_IR_STACK_ADDR) {
			if (!sets[i->dst])
				sets[i->dst] = dt_zalloc(n_words * sizeof(uint64_t));
			sets[i->dst][i->imm / 64] |= 1ull << (i->imm % 64);
		} else if (i->op == DT_IR_MOV || flags & DT_IR_F_BIN) {
			for (int k = 0; k < 2; k++) {
				if (!from[k] || !sets[from[k]])
					continue;
				if (!sets[i->dst])
					sets[i->dst] = dt_zalloc(n_words * sizeof(uint64_t));
				for (size_t w = 0; w < n_words; w++)
					sets[i->dst][w] |= sets[from[k]][w];
			}
		}
	}
	for (dt_reg r = 1; r <= f->n_regs; r++) {
		for (size_t slot = 1; sets[r] && slot <= f->slots.len; slot++) {
			if (!(sets[r][slot / 64] >> (slot % 64) & 1))
				continue;
			if (s->iv[r].start < slots[slot].start) {
				slots[slot].start = s->iv[r].start;
				slots[slot].loc = s->iv[r].def ? s->iv[r].def->loc : NULL;
			}
			if (s->iv[r].end > slots[slot].end)
				slots[slot].end = s->iv[r].end;
		}
		free(sets[r]);
	}
}

static int compare_objects(const void *pa, const void *pb)
{
	const struct object *a = pa, *b = pb;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return a->slot != b->slot ? a->slot - b->slot : a->reg - b->reg;
}

/** Places an object by first fit: the words nearest to the end of the frame that are free for its
 * lifetime. */
static unsigned allocate_object(int *busy_until, const struct object *o)
{
	unsigned first = 0;

	for (unsigned w = 0; w < first + o->words && w < MAX_WORDS; w++) {
		if (busy_until[w] >= o->start)
			first = w + 1;
	}
	for (unsigned w = first; w < first + o->words && w < MAX_WORDS; w++)
		busy_until[w] = o->end;
	return first;
}

static void allocate_stack(struct scan *s, unsigned limit)
{
	size_t n_slots = s->f->slots.len, n = 0;
	dt_cleanup(dt_free_p) struct object *objects =
	    dt_zalloc(sizeof(*objects) * (n_slots + 1 + (size_t)s->f->n_regs));
	dt_cleanup(dt_free_p) int *busy_until = dt_malloc(MAX_WORDS * sizeof(int));

	memset(busy_until, -1, MAX_WORDS * sizeof(int));
	for (size_t k = 0; k <= n_slots; k++)
		objects[k] = (struct object){.start = INT_MAX, .end = -1, .slot = (dt_slot)k};
	find_slot_lives(s, objects);
	for (size_t k = 1; k <= n_slots; k++) {
		objects[k].words = (s->f->slots.data[k - 1].size + WORD - 1) / WORD;
		if (objects[k].start != INT_MAX)
			objects[n++] = objects[k];
	}
	for (size_t k = 0; k < s->n_order; k++) {
		dt_reg r = s->order[k];

		if (s->a->homes[r].kind == DT_HOME_STACK)
			objects[n++] =
			    (struct object){.start = s->iv[r].start,
					    .end = s->iv[r].end,
					    .words = 1,
					    .reg = r,
					    .loc = s->iv[r].def ? s->iv[r].def->loc : NULL};
	}
	qsort(objects, n, sizeof(*objects), compare_objects);
	for (size_t k = 0; k < n; k++) {
		const struct object *o = &objects[k];
		unsigned end = (allocate_object(busy_until, o) + o->words) * WORD;

		if (end > s->a->stack)
			s->a->stack = end;
		if (end > limit && !s->a->overflow)
			s->a->overflow = o->loc;
		if (o->slot)
			s->a->slot_off[o->slot] = -(int)end;
		else
			s->a->homes[o->reg].off = -(int)end;
	}
}

void dt_alloc_init(struct dt_alloc *a, const struct dt_reg_file *regs, const struct dt_ir_func *f,
		   dt_reg ctx, unsigned limit)
{
	size_t n_regs = (size_t)f->n_regs + 1;
	struct scan s = {.regs = regs, .f = f, .a = a};

	*a = (struct dt_alloc){
	    .homes = dt_zalloc(n_regs * sizeof(*a->homes)),
	    .slot_off = dt_zalloc((f->slots.len + 1) * sizeof(*a->slot_off)),
	};
	s.iv = dt_malloc(n_regs * sizeof(*s.iv));
	s.order = dt_malloc(n_regs * sizeof(*s.order));
	s.calls_before = dt_malloc((f->code.len + 1) * sizeof(*s.calls_before));
	build_intervals(&s, ctx);
	allocate_registers(&s);
	allocate_stack(&s, limit);
	free(s.iv);
	free(s.order);
	free(s.calls_before);
}

void dt_alloc_deinit(struct dt_alloc *a)
{
	free(a->homes);
	free(a->slot_off);
}
