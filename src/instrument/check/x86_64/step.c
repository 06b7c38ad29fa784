/* SPDX-License-Identifier: BSD-2-Clause */
#include "instrument/check/x86_64/walk.h"

#include "instrument/check/check.h"

enum {
	WORD = 8,
	OVERFLOW_AL = 127, // 1 + 127 overflows a byte
	LOW_FLAGS = ZYDIS_CPUFLAG_CF | ZYDIS_CPUFLAG_PF | ZYDIS_CPUFLAG_AF | ZYDIS_CPUFLAG_ZF |
		    ZYDIS_CPUFLAG_SF,
};

static bool fail(struct dt_walk *w, const char *what)
{
	w->what = what;
	return false;
}

/* operands */

static int find_reg(ZydisRegister reg)
{
	ZydisRegister whole = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, reg);

	return whole >= ZYDIS_REGISTER_RAX && whole <= ZYDIS_REGISTER_R15
		   ? (int)(whole - ZYDIS_REGISTER_RAX)
		   : -1;
}

/** Computes the address of an operand in memory. */
static bool find_address(struct dt_walk *w, const struct dt_state *s, const struct dt_decoded *d,
			 const ZydisDecodedOperand *op, struct dt_value *ret)
{
	const ZydisDecodedOperandMem *m = &op->mem;
	struct dt_value part;

	if (d->insn.address_width != 64)
		return fail(w, "computes an address of 32 bits");
	*ret = dt_value_constant((uint64_t)m->disp.value);
	if (m->base == ZYDIS_REGISTER_RIP) {
		part = dt_value_constant(d->at + d->insn.length);
		*ret = dt_value_add(ret, &part, 0);
	} else if (m->base != ZYDIS_REGISTER_NONE) {
		*ret = dt_value_add(&s->regs[find_reg(m->base)], ret, w->next_symbol++);
	}
	if (m->index != ZYDIS_REGISTER_NONE) {
		part = dt_value_multiply(&s->regs[find_reg(m->index)], m->scale, w->next_symbol++);
		*ret = dt_value_add(ret, &part, w->next_symbol++);
	}
	return true;
}

static bool load(struct dt_walk *w, struct dt_state *s, const struct dt_decoded *d,
		 const ZydisDecodedOperand *op, struct dt_value *ret)
{
	struct dt_value at;

	if (!find_address(w, s, d, op, &at))
		return false;
	if (op->mem.segment != ZYDIS_REGISTER_FS)
		return op->mem.segment == ZYDIS_REGISTER_GS
			   ? fail(w, "reads by gs")
			   : dt_walk_load(w, s, &at, op->size / 8, ret);
	if (!dt_value_is_constant(&at, (uint64_t)(int64_t)w->target->thread_id) || op->size != 32)
		return fail(w, "reads a wrong word of the thread");
	*ret = dt_value_symbol(DT_SYMBOL_THREAD, UINT32_MAX);
	return true;
}

bool dt_walk_read(struct dt_walk *w, struct dt_state *s, const struct dt_decoded *d,
		  const ZydisDecodedOperand *op, struct dt_value *ret)
{
	int reg;

	switch (op->type) {
	case ZYDIS_OPERAND_TYPE_IMMEDIATE:
		*ret = dt_value_constant(op->imm.value.u);
		return true;
	case ZYDIS_OPERAND_TYPE_MEMORY:
		return load(w, s, d, op, ret);
	case ZYDIS_OPERAND_TYPE_REGISTER:
		reg = find_reg(op->reg.value);
		if (reg < 0)
			return fail(w, "uses another register");
		*ret = s->regs[reg];
		if (op->size == 32)
			*ret = dt_value_truncate(ret, w->next_symbol++);
		else if (op->size != 64)
			*ret = dt_walk_any(w, UINT64_MAX);
		return true;
	default:
		return fail(w, "has another operand");
	}
}

static bool write(struct dt_walk *w, struct dt_state *s, const struct dt_decoded *d,
		  const ZydisDecodedOperand *op, const struct dt_value *value)
{
	struct dt_value at;
	int reg;

	if (op->type == ZYDIS_OPERAND_TYPE_MEMORY)
		return find_address(w, s, d, op, &at) &&
		       (op->mem.segment < ZYDIS_REGISTER_FS || fail(w, "writes by fs or gs")) &&
		       dt_walk_store(w, s, &at, op->size / 8, value);
	reg = op->type == ZYDIS_OPERAND_TYPE_REGISTER ? find_reg(op->reg.value) : -1;
	if (reg < 0)
		return fail(w, "writes another register");
	if (reg == DT_REG_RSP && value->symbol != DT_SYMBOL_REGS + DT_REG_RSP)
		return fail(w, "moves the stack pointer elsewhere");
	s->regs[reg] = op->size == 64	? *value
		       : op->size == 32 ? dt_value_truncate(value, w->next_symbol++)
					: dt_walk_any(w, UINT64_MAX);
	return true;
}

/* instructions */

static bool step_mov(struct dt_walk *w, struct dt_state *s, const struct dt_decoded *d)
{
	struct dt_value v;

	return dt_walk_read(w, s, d, &d->operands[1], &v) && write(w, s, d, &d->operands[0], &v);
}

static bool step_lea(struct dt_walk *w, struct dt_state *s, const struct dt_decoded *d)
{
	struct dt_value v;

	return find_address(w, s, d, &d->operands[1], &v) && write(w, s, d, &d->operands[0], &v);
}

static bool step_push(struct dt_walk *w, struct dt_state *s, const struct dt_decoded *d)
{
	struct dt_value v;

	return d->operands[0].size == 64 && dt_walk_read(w, s, d, &d->operands[0], &v) &&
	       dt_walk_push(w, s, &v);
}

static bool step_pushfq(struct dt_walk *w, struct dt_state *s, const struct dt_decoded *d)
{
	struct dt_value v = dt_walk_any(w, UINT64_MAX);

	(void)d;
	if (s->low_is_saved && s->overflow_is_saved)
		v = dt_value_symbol(DT_SYMBOL_FLAGS, UINT64_MAX);
	return dt_walk_push(w, s, &v);
}

static bool step_pop(struct dt_walk *w, struct dt_state *s, const struct dt_decoded *d)
{
	struct dt_value v, up = dt_value_constant(WORD);

	if (d->operands[0].size != 64 || !dt_walk_load(w, s, &s->regs[DT_REG_RSP], WORD, &v))
		return false;
	s->regs[DT_REG_RSP] = dt_value_add(&s->regs[DT_REG_RSP], &up, 0);
	return write(w, s, d, &d->operands[0], &v);
}

static bool step_lahf(struct dt_walk *w, struct dt_state *s, const struct dt_decoded *d)
{
	uint8_t saved = s->regs[DT_REG_RAX].saved & DT_SAVED_OVERFLOW;

	(void)d;
	s->regs[DT_REG_RAX] = dt_walk_any(w, UINT64_MAX);
	s->regs[DT_REG_RAX].saved = saved | (s->low_is_saved ? DT_SAVED_LOW : 0);
	return true;
}

static bool step_sahf(struct dt_walk *w, struct dt_state *s, const struct dt_decoded *d)
{
	(void)w;
	(void)d;
	s->low_is_saved = s->regs[DT_REG_RAX].saved & DT_SAVED_LOW;
	return true;
}

static bool step_seto(struct dt_walk *w, struct dt_state *s, const struct dt_decoded *d)
{
	uint8_t saved = s->regs[DT_REG_RAX].saved & DT_SAVED_LOW;

	if (d->operands[0].reg.value != ZYDIS_REGISTER_AL)
		return fail(w, "stores the overflow flag elsewhere");
	s->regs[DT_REG_RAX] = dt_walk_any(w, UINT64_MAX);
	s->regs[DT_REG_RAX].saved = saved | (s->overflow_is_saved ? DT_SAVED_OVERFLOW : 0);
	return true;
}

/** add al, 127: the overflow flag becomes what seto stored. */
static bool step_add_al(struct dt_walk *w, struct dt_state *s, const struct dt_decoded *d)
{
	uint8_t saved = s->regs[DT_REG_RAX].saved;

	s->overflow_is_saved =
	    saved & DT_SAVED_OVERFLOW && d->operands[1].imm.value.u == OVERFLOW_AL;
	s->regs[DT_REG_RAX] = dt_walk_any(w, UINT64_MAX);
	s->regs[DT_REG_RAX].saved = saved & DT_SAVED_LOW;
	return true;
}

/** Remembers what a comparison with 0 decides. */
static void compare_with_zero(struct dt_state *s, const struct dt_value *v)
{
	s->zero = dt_value_is_constant(v, 0)		      ? DT_TRUE
		  : v->offset && dt_value_max(v) < UINT64_MAX ? DT_FALSE
							      : DT_UNKNOWN;
	s->thread_if_not_equal = v->symbol == DT_SYMBOL_THREAD && !v->offset;
}

static bool step_arithmetic(struct dt_walk *w, struct dt_state *s, const struct dt_decoded *d)
{
	bool is_same = d->operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
		       d->operands[1].type == ZYDIS_OPERAND_TYPE_REGISTER &&
		       d->operands[0].reg.value == d->operands[1].reg.value;
	struct dt_value a, b, v;

	if (d->insn.mnemonic == ZYDIS_MNEMONIC_ADD &&
	    d->operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
	    d->operands[0].reg.value == ZYDIS_REGISTER_AL &&
	    d->operands[1].type == ZYDIS_OPERAND_TYPE_IMMEDIATE)
		return step_add_al(w, s, d);
	if (d->operands[0].size < 32)
		return fail(w, "computes with a part of a register");
	if (!dt_walk_read(w, s, d, &d->operands[0], &a) ||
	    !dt_walk_read(w, s, d, &d->operands[1], &b))
		return false;
	if (d->operands[0].type == ZYDIS_OPERAND_TYPE_MEMORY && !w->site)
		return write(w, s, d, &d->operands[0], &a); // a counter
	uint32_t symbol = w->next_symbol++;

	switch (d->insn.mnemonic) {
	case ZYDIS_MNEMONIC_ADD:
		v = dt_value_add(&a, &b, symbol);
		break;
	case ZYDIS_MNEMONIC_AND:
		v = dt_value_and(&a, &b, symbol);
		break;
	case ZYDIS_MNEMONIC_OR:
		v = dt_value_or(&a, &b, symbol);
		break;
	default: // xor
		v = is_same ? dt_value_constant(0) : dt_value_symbol(symbol, UINT64_MAX);
		break;
	}
	if (!write(w, s, d, &d->operands[0], &v))
		return false;
	compare_with_zero(s, &v);
	// Only an id that is not 0 has low bits.
	s->thread_if_not_equal |=
	    d->insn.mnemonic == ZYDIS_MNEMONIC_AND && (a.symbol == DT_SYMBOL_THREAD && !a.offset);
	return true;
}

static bool step_multiply(struct dt_walk *w, struct dt_state *s, const struct dt_decoded *d)
{
	struct dt_value v;

	if (d->operands[2].type != ZYDIS_OPERAND_TYPE_IMMEDIATE || d->operands[0].size != 64)
		return fail(w, "multiplies otherwise");
	if (!dt_walk_read(w, s, d, &d->operands[1], &v))
		return false;
	v = dt_value_multiply(&v, d->operands[2].imm.value.u, w->next_symbol++);
	return write(w, s, d, &d->operands[0], &v);
}

static bool step_shift(struct dt_walk *w, struct dt_state *s, const struct dt_decoded *d)
{
	struct dt_value a, v;

	if (d->operands[1].type != ZYDIS_OPERAND_TYPE_IMMEDIATE || d->operands[0].size != 64 ||
	    d->operands[1].imm.value.u > 63)
		return fail(w, "shifts otherwise");
	if (!dt_walk_read(w, s, d, &d->operands[0], &a))
		return false;
	unsigned n = (unsigned)d->operands[1].imm.value.u;

	v = d->insn.mnemonic == ZYDIS_MNEMONIC_SHR
		? dt_value_shift_right(&a, n, w->next_symbol++)
		: dt_value_multiply(&a, (uint64_t)1 << n, w->next_symbol++);
	// The upper half of the thread's entry is the number of its slot.
	if (d->insn.mnemonic == ZYDIS_MNEMONIC_SHR && n == 32 && a.is_entry) {
		if (s->entry != a.symbol || !s->has_thread)
			return fail(w, "uses the entry of another thread");
		v.span = w->target->n_slots - 1;
		v.is_own = true;
	}
	return write(w, s, d, &d->operands[0], &v);
}

/** Remembers the level whose mark is compared with 0. */
static void compare_mark(struct dt_walk *w, struct dt_state *s, const struct dt_decoded *d,
			 const struct dt_value *mark)
{
	struct dt_value at, level;
	uint64_t offset;

	if (mark->is_marker && d->operands[0].type == ZYDIS_OPERAND_TYPE_MEMORY &&
	    find_address(w, s, d, &d->operands[0], &at) &&
	    dt_walk_find_level(w, &at, &level, &offset))
		s->free_if_equal = level;
}

static bool step_compare(struct dt_walk *w, struct dt_state *s, const struct dt_decoded *d)
{
	struct dt_value a, b;

	if (d->operands[0].size < 32)
		return fail(w, "compares a part of a register");
	if (!dt_walk_read(w, s, d, &d->operands[0], &a) ||
	    !dt_walk_read(w, s, d, &d->operands[1], &b))
		return false;
	if (d->insn.mnemonic == ZYDIS_MNEMONIC_TEST) {
		if (dt_value_is_equal(&a, &b))
			compare_with_zero(s, &a);
		return true;
	}
	if (dt_value_is_constant(&b, 0)) {
		compare_with_zero(s, &a);
		compare_mark(w, s, d, &a);
	}
	if (!a.symbol && !b.symbol) {
		s->zero = a.offset == b.offset ? DT_TRUE : DT_FALSE;
		s->below = a.offset < b.offset ? DT_TRUE : DT_FALSE;
	} else if (!b.symbol && dt_value_max(&a) < b.offset) {
		s->below = DT_TRUE;
	} else if (!b.symbol && !a.offset) {
		s->bounded = a.symbol;
		s->bound = b.offset;
	}
	// cmp of the lower half of an entry, which is the id of its thread
	if (d->operands[0].size == 32 && d->operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
	    b.symbol == DT_SYMBOL_THREAD && !b.offset) {
		const struct dt_value *whole = &s->regs[find_reg(d->operands[0].reg.value)];

		s->entry_if_equal = whole->is_entry ? whole->symbol : 0;
	}
	return true;
}

/** lock cmpxchg: takes a free slot or a free entry. */
static bool step_exchange(struct dt_walk *w, struct dt_state *s, const struct dt_decoded *d)
{
	struct dt_value v;

	if (!(d->insn.attributes & ZYDIS_ATTRIB_HAS_LOCK) ||
	    d->operands[0].type != ZYDIS_OPERAND_TYPE_MEMORY ||
	    !dt_value_is_constant(&s->regs[DT_REG_RAX], 0))
		return fail(w, "takes a word that may not be free");
	if (!dt_walk_read(w, s, d, &d->operands[1], &v) || !write(w, s, d, &d->operands[0], &v))
		return false;
	s->regs[DT_REG_RAX] = dt_walk_any(w, UINT64_MAX);
	return true;
}

static bool step_nop(struct dt_walk *w, struct dt_state *s, const struct dt_decoded *d)
{
	(void)w;
	(void)s;
	(void)d;
	return true;
}

static const struct {
	ZydisMnemonic mnemonic;
	bool (*step)(struct dt_walk *, struct dt_state *, const struct dt_decoded *);
} steps[] = {
    {ZYDIS_MNEMONIC_MOV, step_mov},	   {ZYDIS_MNEMONIC_LEA, step_lea},
    {ZYDIS_MNEMONIC_PUSH, step_push},	   {ZYDIS_MNEMONIC_POP, step_pop},
    {ZYDIS_MNEMONIC_LAHF, step_lahf},	   {ZYDIS_MNEMONIC_SAHF, step_sahf},
    {ZYDIS_MNEMONIC_SETO, step_seto},	   {ZYDIS_MNEMONIC_PUSHFQ, step_pushfq},
    {ZYDIS_MNEMONIC_ADD, step_arithmetic}, {ZYDIS_MNEMONIC_AND, step_arithmetic},
    {ZYDIS_MNEMONIC_OR, step_arithmetic},  {ZYDIS_MNEMONIC_XOR, step_arithmetic},
    {ZYDIS_MNEMONIC_IMUL, step_multiply},  {ZYDIS_MNEMONIC_SHL, step_shift},
    {ZYDIS_MNEMONIC_SHR, step_shift},	   {ZYDIS_MNEMONIC_CMP, step_compare},
    {ZYDIS_MNEMONIC_TEST, step_compare},   {ZYDIS_MNEMONIC_CMPXCHG, step_exchange},
    {ZYDIS_MNEMONIC_NOP, step_nop},
};

/** Forgets the flags that an instruction changes. */
static bool change_flags(struct dt_walk *w, struct dt_state *s, const struct dt_decoded *d)
{
	const ZydisAccessedFlags *f = d->insn.cpu_flags;
	ZydisAccessedFlagsMask changed = f ? f->modified | f->set_0 | f->set_1 | f->undefined : 0;

	if (changed & ~(ZydisAccessedFlagsMask)(LOW_FLAGS | ZYDIS_CPUFLAG_OF))
		return fail(w, "changes flags that it cannot restore");
	if (!changed)
		return true;
	if (changed & LOW_FLAGS)
		s->low_is_saved = false;
	if (changed & ZYDIS_CPUFLAG_OF)
		s->overflow_is_saved = false;
	dt_walk_forget_comparison(s);
	return true;
}

bool dt_walk_step(struct dt_walk *w, struct dt_state *s, const struct dt_decoded *d)
{
	static const ZydisInstructionAttributes repeats =
	    ZYDIS_ATTRIB_HAS_REP | ZYDIS_ATTRIB_HAS_REPE | ZYDIS_ATTRIB_HAS_REPNE;

	for (size_t i = 0; i < dt_array_len(steps); i++)
		if (steps[i].mnemonic == d->insn.mnemonic && !(d->insn.attributes & repeats))
			return change_flags(w, s, d) && steps[i].step(w, s, d);
	return fail(w, "has an instruction that is not for stubs");
}
