/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Functions and their rows are in ascending order of addresses. A row that repeats the rule before
 * it is omitted, as is the padding between two functions, which is never executed. Every page
 * begins with a row, so that a search does not leave the page.
 *
 * Three forms of expressions are supported, which are all that compilers and C libraries write: a
 * distance from a register; the word in memory there, perhaps plus a distance; and the stubs of the
 * PLT, where a word is pushed from a certain instruction on.
 *
 * Decision: docs/dev/decisions/0048-stacks-by-tables.md
 */
#include "symbols/unwind/table.h"

enum {
	PADDING = 16, // bytes: a smaller gap between functions is padding
	PAGE = 1 << DT_UNWIND_PAGE_BITS,
	WORK_MAX = 64 << 20, // bytes of instructions; the largest browsers have 40 million
	// DW_OP_…
	OP_DEREF = 0x06,
	OP_BREG = 0x70,
	OP_LIT = 0x30,
	OP_AND = 0x1a,
	OP_GE = 0x2a,
	OP_SHL = 0x24,
	OP_PLUS = 0x22,
	OP_PLUS_CONST = 0x23,
};

// ---- rules

void dt_unwind_rules_deinit(struct dt_unwind_rules *r)
{
	dt_map_deinit(&r->numbers);
	dt_vec_deinit(&r->v);
	dt_vec_deinit(&r->users);
	dt_vec_deinit(&r->free);
}

size_t dt_unwind_rules_left(const struct dt_unwind_rules *r)
{
	return DT_UNWIND_RULES - (r->v.len ? r->v.len : 1) + r->free.len;
}

void dt_unwind_rules_drop(struct dt_unwind_rules *r, const dt_u32 *numbers, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		dt_u32 number = numbers[i];

		if (--r->users.data[number])
			continue;
		dt_map_remove(&r->numbers, &r->v.data[number], sizeof(*r->v.data));
		dt_vec_push(&r->free, number);
	}
}

/** Returns the number of a new rule. There must be room for it. */
static dt_u32 add_rule(struct dt_unwind_rules *r, const struct dt_unwind_rule *rule)
{
	dt_u32 number;

	if (!r->v.len) {
		dt_vec_push(&r->v, (struct dt_unwind_rule){0});
		dt_vec_push(&r->users, 0);
	}
	if (r->free.len) {
		number = r->free.data[--r->free.len];
		r->v.data[number] = *rule;
	} else {
		number = (dt_u32)r->v.len;
		dt_vec_push(&r->v, *rule);
		dt_vec_push(&r->users, 0);
	}
	dt_map_put(&r->numbers, rule, sizeof(*rule), (void *)(uintptr_t)number);
	return number;
}

struct builder {
	struct dt_unwind_table *t;
	const struct dt_machine *machine;
	struct dt_unwind_rules *rules;
	dt_u8 has[DT_UNWIND_RULES / 8]; // a bit for each rule; set: the table uses it
	size_t max_rows, work;		// work: bytes of instructions so far
	unsigned current;		// rule of the last row
	uint64_t end;			// of the last function's rows
	bool is_full;
};

/** Returns the number of a rule, which the table uses from now on, or 0 if there is no room for a
 *  new rule. */
static unsigned rule_number(struct builder *b, const struct dt_unwind_rule *rule)
{
	struct dt_unwind_rules *r = b->rules;
	dt_u32 number;

	if (!rule->cfa)
		return 0;
	number = (dt_u32)(uintptr_t)dt_map_get(&r->numbers, rule, sizeof(*rule));
	if (number && b->has[number / 8] & 1 << number % 8)
		return number;
	if (b->t->rules.len == DT_UNWIND_FILE_RULES || (!number && !dt_unwind_rules_left(r)))
		return 0;
	if (!number)
		number = add_rule(r, rule);
	r->users.data[number]++;
	b->has[number / 8] |= (dt_u8)(1 << number % 8);
	dt_vec_push(&b->t->rules, number);
	return number;
}

static enum dt_unwind_base base_of(const struct dt_machine *m, uint64_t reg)
{
	if (reg == (uint64_t)m->dwarf_sp)
		return DT_UNWIND_SP;
	if (reg == (uint64_t)m->dwarf_fp)
		return DT_UNWIND_BP;
	if (reg == (uint64_t)m->dwarf_extra)
		return DT_UNWIND_EXTRA;
	return reg < m->calls.n_dwarf && m->dwarf[reg] != DT_NO_REG ? DT_UNWIND_REGISTER
								    : DT_UNWIND_UNKNOWN;
}

static bool fits_offset(int64_t offset)
{
	return offset == (int32_t)offset;
}

/** Reads a distance from a register. *is_indirect: the value is the word there, plus *added. */
static bool read_distance(struct dt_cursor c, uint64_t *reg, int64_t *offset, bool *is_indirect,
			  uint64_t *added)
{
	uint8_t op = (uint8_t)dt_cursor_fixed(&c, 1);

	*reg = (uint64_t)op - OP_BREG;
	*offset = dt_cursor_sleb(&c);
	*is_indirect = dt_cursor_left(&c) && dt_cursor_fixed(&c, 1) == OP_DEREF;
	*added = 0;
	if (*is_indirect && dt_cursor_left(&c) && dt_cursor_fixed(&c, 1) == OP_PLUS_CONST)
		*added = dt_cursor_uleb(&c);
	return op >= OP_BREG && op < OP_BREG + 32 && !c.bad && !dt_cursor_left(&c);
}

/** Reads sp + word + ((pc & 15) >= N) * word, in the form that linkers write. */
static bool read_stub(const struct dt_machine *m, struct dt_cursor c, struct dt_unwind_rule *ret)
{
	uint8_t word = (uint8_t)m->calls.word;
	uint8_t form[] = {(uint8_t)(OP_BREG + m->dwarf_sp),
			  word,
			  (uint8_t)(OP_BREG + m->dwarf_pc),
			  0,
			  OP_LIT + 15,
			  OP_AND,
			  0, // OP_LIT + N
			  OP_GE,
			  (uint8_t)(OP_LIT + (word == 8 ? 3 : 2)),
			  OP_SHL,
			  OP_PLUS};
	enum { N = 6 };

	if (dt_cursor_left(&c) != sizeof(form) || c.at[N] < OP_LIT || c.at[N] > OP_LIT + 15)
		return false;
	form[N] = c.at[N];
	if (memcmp(form, c.at, sizeof(form)) != 0)
		return false;
	ret->cfa = DT_UNWIND_STUB;
	ret->cfa_offset = word;
	ret->detail = (uint8_t)(form[N] - OP_LIT);
	return true;
}

/** Finds the rule of the CFA. Returns false if it is unknown. */
static bool find_cfa(const struct dt_machine *m, const struct dt_frame_row *row,
		     struct dt_unwind_rule *ret)
{
	uint64_t reg = row->cfa_register;
	int64_t offset = row->cfa_offset;
	bool is_indirect = false;
	uint64_t added = 0;

	if (!row->has_cfa && read_stub(m, row->cfa_expression, ret))
		return true;
	if (!row->has_cfa &&
	    !read_distance(row->cfa_expression, &reg, &offset, &is_indirect, &added))
		return false;
	ret->cfa = (dt_u8)base_of(m, reg);
	ret->cfa_offset = (dt_s32)offset;
	ret->is_indirect = is_indirect;
	ret->detail = (dt_u8)added;
	if (ret->cfa == DT_UNWIND_REGISTER)
		ret->detail = (dt_u8)(m->dwarf[reg] / 8);
	return ret->cfa && fits_offset(offset) &&
	       added <= (ret->cfa == DT_UNWIND_REGISTER ? 0 : UINT8_MAX);
}

/** Returns the base of a value's saved location, or UNKNOWN if it was not saved or cannot be found.
 */
static enum dt_unwind_base find_value(const struct dt_machine *m, const struct dt_frame_value *v,
				      dt_s32 *ret)
{
	int64_t offset = v->offset;
	enum dt_unwind_base base = DT_UNWIND_CFA;
	bool is_indirect;
	uint64_t reg, added;

	if (v->where == DT_FRAME_SAME)
		return DT_UNWIND_SAME;
	if (v->where == DT_FRAME_COMPUTED) {
		if (!read_distance(v->expression, &reg, &offset, &is_indirect, &added) ||
		    is_indirect)
			return DT_UNWIND_UNKNOWN;
		base = base_of(m, reg);
	} else if (v->where != DT_FRAME_SAVED) {
		return DT_UNWIND_UNKNOWN;
	}
	*ret = (dt_s32)offset;
	return fits_offset(offset) && base != DT_UNWIND_REGISTER && base != DT_UNWIND_EXTRA
		   ? base
		   : DT_UNWIND_UNKNOWN;
}

/** Reports whether EXTRA is the link register. */
static bool has_link(const struct dt_machine *m)
{
	return m->link != DT_NO_REG && m->link == m->dwarf[m->dwarf_extra];
}

/** Finds the location of the return address. Returns false if it is unknown. */
static bool find_return(const struct dt_machine *m, const struct dt_frame_row *row,
			struct dt_unwind_rule *ret)
{
	uint64_t reg = (uint64_t)row->ra.offset;

	if (row->ra.where == DT_FRAME_SAME && has_link(m)) {
		ret->ra = DT_UNWIND_EXTRA;
		return true;
	}
	if (row->ra.where != DT_FRAME_REGISTER) {
		ret->ra = (dt_u8)find_value(m, &row->ra, &ret->ra_offset);
		return ret->ra != DT_UNWIND_UNKNOWN && ret->ra != DT_UNWIND_SAME;
	}
	if (row->sp.where != DT_FRAME_SAME || reg >= m->calls.n_dwarf || m->dwarf[reg] == DT_NO_REG)
		return false; // longjmp(): the CFA is not the caller's stack pointer
	ret->ra = DT_UNWIND_REGISTER;
	ret->ra_detail = (dt_u8)(m->dwarf[reg] / 8);
	return true;
}

/** Reports whether a signal frame saves all registers including the stack pointer, as the 32-bit
 *  vDSO states since Linux 7. */
static bool saves_all(const struct dt_machine *m, const struct dt_frame_row *row, bool is_signal)
{
	return is_signal && row->has_cfa && row->cfa_register == (unsigned)m->dwarf_sp &&
	       row->sp.where == DT_FRAME_SAVED && row->ra.where == DT_FRAME_SAVED &&
	       row->bp.where == DT_FRAME_SAVED;
}

/** Returns the rule of such a frame. Its CFA is not the caller's stack pointer, so all locations
 * are relative to the current stack pointer. */
static struct dt_unwind_rule saved_rule(const struct dt_frame_row *row)
{
	int64_t at = row->cfa_offset;
	bool has_extra = row->extra.where == DT_FRAME_SAVED && fits_offset(at + row->extra.offset);

	if (!fits_offset(at) || !fits_offset(at + row->sp.offset) ||
	    !fits_offset(at + row->ra.offset) || !fits_offset(at + row->bp.offset))
		return (struct dt_unwind_rule){0};
	return (struct dt_unwind_rule){
	    .cfa = DT_UNWIND_SP,
	    .ra = DT_UNWIND_SP,
	    .bp = DT_UNWIND_SP,
	    .is_indirect = true,
	    .is_signal = true,
	    .cfa_offset = (dt_s32)(at + row->sp.offset),
	    .ra_offset = (dt_s32)(at + row->ra.offset),
	    .bp_offset = (dt_s32)(at + row->bp.offset),
	    .extra = has_extra ? DT_UNWIND_SP : DT_UNWIND_UNKNOWN,
	    .extra_offset = has_extra ? (dt_s32)(at + row->extra.offset) : 0,
	};
}

/** Returns the rule of a signal frame that no table describes. */
static struct dt_unwind_rule signal_rule(const struct dt_machine *m)
{
	return (struct dt_unwind_rule){
	    .cfa = DT_UNWIND_SP,
	    .ra = DT_UNWIND_SP,
	    .bp = DT_UNWIND_SP,
	    .extra = DT_UNWIND_SP,
	    .is_indirect = true,
	    .is_signal = true,
	    .cfa_offset = m->signal.sp,
	    .ra_offset = m->signal.pc,
	    .bp_offset = m->signal.fp,
	    .extra_offset = m->signal.extra,
	};
}

static struct dt_unwind_rule make_rule(const struct dt_machine *m, const struct dt_frame_row *row,
				       bool is_signal)
{
	struct dt_unwind_rule rule = {.is_signal = is_signal};

	if (row->ra.where == DT_FRAME_UNDEFINED)
		return (struct dt_unwind_rule){.cfa = DT_UNWIND_END};
	if (saves_all(m, row, is_signal))
		return saved_rule(row);
	if (!find_cfa(m, row, &rule) || !find_return(m, row, &rule))
		return (struct dt_unwind_rule){0};
	rule.bp = (dt_u8)find_value(m, &row->bp, &rule.bp_offset);
	// The link register of the caller is lost: it holds the address of the return into it.
	rule.extra =
	    has_link(m) ? DT_UNWIND_UNKNOWN : (dt_u8)find_value(m, &row->extra, &rule.extra_offset);
	return rule;
}

// ---- rows

static void push_row(struct builder *b, uint64_t at, unsigned rule)
{
	struct dt_unwind_page *page = &dt_vec_last(&b->t->pages);
	dt_unwind_row row = (dt_unwind_row)(at % PAGE) | rule << DT_UNWIND_PAGE_BITS;

	if (page->n && b->t->rows.data[b->t->rows.len - 1] % PAGE == at % PAGE) {
		b->t->rows.data[b->t->rows.len - 1] = row;
		return;
	}
	b->is_full = page->n == DT_UNWIND_PAGE_ROWS || b->t->rows.len >= b->max_rows;
	if (b->is_full)
		return;
	dt_vec_push(&b->t->rows, row);
	page->n++;
}

/** Begins the pages up to that of an address, each with the rule that applies there. */
static void go_to_page(struct builder *b, uint64_t addr)
{
	struct dt_unwind_table *t = b->t;
	uint64_t number = addr / PAGE;

	if (!t->pages.len)
		t->base = number;
	if (number - t->base >= DT_UNWIND_FILE_PAGES)
		b->is_full = true;
	while (!b->is_full && t->pages.len <= number - t->base) {
		dt_vec_push(&t->pages,
			    (struct dt_unwind_page){.first = (dt_u32)t->rows.len, .n = 0});
		push_row(b, 0, b->current);
	}
}

/** Adds a row: the rule applies from the address on. */
static void add_row(struct builder *b, uint64_t addr, unsigned rule)
{
	if (rule == b->current && b->t->pages.len)
		return;
	go_to_page(b, addr);
	if (b->is_full)
		return;
	push_row(b, addr, rule);
	b->current = rule;
}

static void add_function(struct builder *b, const struct dt_eh_frame *f,
			 const struct dt_frame_function *fn)
{
	bool has_room = fn->addr > b->end;
	struct dt_frame_rows rows;
	struct dt_frame_row row;

	if (fn->entry == DT_FRAME_NO_ENTRY) {
		struct dt_unwind_rule rule = signal_rule(b->machine);

		add_row(b, fn->addr - has_room, rule_number(b, &rule));
		b->end = fn->addr + fn->size;
		return;
	}
	if (!dt_frame_rows_begin(&rows, f, fn))
		return;
	b->work += rows.bytes;
	if (b->work > WORK_MAX) {
		go_to_page(b, b->end); // everything before it is known
		b->is_full = true;
	}
	if (fn->addr - b->end >= PADDING || !b->t->pages.len)
		add_row(b, b->end, 0);
	while (!b->is_full && dt_frame_rows_next(&rows, &row)) {
		struct dt_unwind_rule rule = make_rule(b->machine, &row, fn->is_signal);
		// Handlers return to the first instruction of a signal frame, and contexts to the
		// first one of their start function. The byte before it is looked up.
		bool is_early = has_room && row.start == fn->addr &&
				(fn->is_signal || rule.cfa == DT_UNWIND_END);

		add_row(b, row.start - is_early, rule_number(b, &rule));
		b->end = row.end;
	}
}

void dt_unwind_table_build(struct dt_unwind_table *t, const struct dt_eh_frame *f,
			   struct dt_unwind_rules *rules, size_t max_rows)
{
	struct builder b = {
	    .t = t, .machine = dt_machine_of(f->is_32bit), .rules = rules, .max_rows = max_rows};

	*t = (struct dt_unwind_table){0};
	if (!f->functions.len)
		return;
	b.end = f->functions.data[0].addr - f->functions.data[0].is_signal;
	dt_vec_foreach (&f->functions, fn)
		if (!b.is_full && fn->addr >= b.end)
			add_function(&b, f, fn);
	if (b.is_full && t->pages.len)
		dt_vec_last(&t->pages).n = 0; // the last page is incomplete
	else if (b.end % PAGE)
		add_row(&b, b.end, 0);
}

void dt_unwind_table_deinit(struct dt_unwind_table *t)
{
	dt_vec_deinit(&t->pages);
	dt_vec_deinit(&t->rows);
	dt_vec_deinit(&t->rules);
}
