/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Plans of sites. An entry is tried in four ways, the safest first: after its first instruction
 * and at it, each with a jump and then with a hop into padding. As long as the first instruction
 * stays in place, another tracer can have a probe on it.
 *
 * No plan has a jump that crosses a page boundary, because a write of it could be torn.
 *
 * At other instructions the probes fire before the copy. If there is too little room, the
 * instructions before the site move, too.
 *
 * No landing point may be in the moved instructions after `at`. Nor may `at` be one, unless the
 * function begins there: each round of a loop would count as an entry.
 *
 * Decision: docs/dev/decisions/0096-landing-points-of-whole-files.md
 */
#include "instrument/text/internal.h"

enum {
	PAGE = 4096,
	RSP = 4,
	PUSHED_MAX = PAGE, // a larger frame may reach beyond the end of the stack
	ARITHMETIC = ZYDIS_CPUFLAG_CF | ZYDIS_CPUFLAG_PF | ZYDIS_CPUFLAG_AF | ZYDIS_CPUFLAG_ZF |
		     ZYDIS_CPUFLAG_SF | ZYDIS_CPUFLAG_OF,
	BACK_MAX = 8,	  // instructions in front of a site that may move
	BLOCK_MAX = 64,	  // instructions to look at
	CANCEL_MAX = 20,  // instructions from the check for cancellation to the system call
	GO_CHECK_MAX = 6, // instructions of Go's check of the stack
	HOP_BACK = -128,  // distances of a hop
	HOP_AHEAD = 127,
	PADDING_BACK = 64, // bytes in front of those, to see where padding begins
};

/** A site while it is planned. */
struct site {
	struct dt_text *t;
	const struct dt_text_function *fn;
	const struct dt_text_part *part;
	bool is_entry;
};

static bool decode_at(const struct site *s, uint64_t at, struct dt_decoded *ret)
{
	return at >= s->fn->addr && at < s->fn->end &&
	       dt_decode(s->part->bytes + (at - s->part->addr), (size_t)(s->fn->end - at), at, ret);
}

static unsigned marks_at(const struct site *s, uint64_t at)
{
	return at - s->part->addr < s->part->size ? s->part->marks[at - s->part->addr] : 0;
}

static bool is_in_page(uint64_t at, uint64_t size)
{
	return at % PAGE + size <= PAGE;
}

// ---- padding

static uint64_t claimed_by(const struct dt_text *t, uint64_t at)
{
	dt_vec_foreach (&t->claims, c)
		if (c->at == at)
			return c->padding;
	return 0;
}

static void claim(const struct site *s, uint64_t at, uint64_t padding, uint64_t size)
{
	dt_vec_push(&s->t->claims, (struct dt_text_claim){at, padding});
	for (uint64_t i = 0; i < size; i++)
		s->part->marks[padding + i - s->part->addr] |= DT_MARK_TAKEN;
}

/** Padding behind a landing point is executed. */
uint64_t dt_text_find_padding(const struct dt_text_part *p, uint64_t at)
{
	uint64_t low = at + DT_HOP + (uint64_t)HOP_BACK, high = at + DT_HOP + HOP_AHEAD;
	uint64_t begin = p->addr, run = 0;
	bool is_free = false;

	if (low - begin < p->size && low - begin > PADDING_BACK)
		begin = low - PADDING_BACK;
	for (uint64_t a = begin; a < high + DT_JUMP; a++) {
		unsigned marks = a - p->addr < p->size ? p->marks[a - p->addr] : 0;

		if (!(marks & DT_MARK_PADDING))
			is_free = true;
		if (marks & DT_MARK_LANDING)
			is_free = false;
		if (!(marks & DT_MARK_PADDING) || marks & DT_MARK_TAKEN || !is_free) {
			run = 0;
			continue;
		}
		if (++run >= DT_JUMP && a + 1 - DT_JUMP - low <= high - low &&
		    is_in_page(a + 1 - DT_JUMP, DT_JUMP))
			return a + 1 - DT_JUMP;
	}
	return 0;
}

/** Reports whether [begin, end) is padding that only the site at `at` uses. */
static bool is_room(const struct site *s, uint64_t at, uint64_t begin, uint64_t end)
{
	bool is_mine = claimed_by(s->t, at) == begin;

	for (uint64_t a = begin; a < end; a++) {
		unsigned marks = marks_at(s, a);

		if (!(marks & DT_MARK_PADDING) || marks & DT_MARK_LANDING ||
		    (marks & DT_MARK_TAKEN && !is_mine))
			return false;
	}
	return true;
}

/** Reports whether an instruction is padding that is never executed. Jumps of other sites may lie
 *  there. */
static bool is_unused(const struct site *s, uint64_t at)
{
	for (; marks_at(s, at) & DT_MARK_PADDING; at--)
		if (marks_at(s, at) & DT_MARK_LANDING)
			return false;
	return true;
}

// ---- instructions

enum dt_refusal dt_insn_refuses(const struct dt_decoded *d)
{
	switch (d->insn.mnemonic) {
	case ZYDIS_MNEMONIC_CALL:
	case ZYDIS_MNEMONIC_SYSCALL:
	case ZYDIS_MNEMONIC_SYSENTER:
	case ZYDIS_MNEMONIC_INT:
		return DT_REFUSE_CALL;
	case ZYDIS_MNEMONIC_INT1:
	case ZYDIS_MNEMONIC_INT3:
	case ZYDIS_MNEMONIC_UD0:
	case ZYDIS_MNEMONIC_UD1:
	case ZYDIS_MNEMONIC_UD2:
	case ZYDIS_MNEMONIC_HLT:
	case ZYDIS_MNEMONIC_XBEGIN:
	case ZYDIS_MNEMONIC_XEND:
	case ZYDIS_MNEMONIC_XABORT:
		return DT_REFUSE_INSTRUCTION;
	default:
		break;
	}
	if (d->insn.meta.branch_type == ZYDIS_BRANCH_TYPE_FAR ||
	    d->insn.meta.category == ZYDIS_CATEGORY_INTERRUPT)
		return DT_REFUSE_INSTRUCTION;
	// Processors disagree on the length of a branch with an operand size.
	if (d->insn.raw.imm[0].is_relative && d->insn.attributes & ZYDIS_ATTRIB_HAS_OPERANDSIZE)
		return DT_REFUSE_INSTRUCTION;
	return DT_REFUSE_NONE;
}

/** Returns by how much an instruction lowers the stack pointer, or 0 if it does not or not by a
 *  fixed amount. */
static uint64_t pushes(const struct dt_decoded *d)
{
	const ZydisDecodedOperand *to = &d->operands[0], *by = &d->operands[1];
	int64_t amount = 0;

	if (d->insn.mnemonic == ZYDIS_MNEMONIC_PUSH)
		return d->insn.operand_width == 64 ? 8 : 0;
	if (to->type != ZYDIS_OPERAND_TYPE_REGISTER || to->reg.value != ZYDIS_REGISTER_RSP)
		return 0;
	if (by->type == ZYDIS_OPERAND_TYPE_IMMEDIATE && d->insn.mnemonic == ZYDIS_MNEMONIC_SUB)
		amount = by->imm.value.s;
	if (by->type == ZYDIS_OPERAND_TYPE_IMMEDIATE && d->insn.mnemonic == ZYDIS_MNEMONIC_ADD)
		amount = -by->imm.value.s;
	if (by->type == ZYDIS_OPERAND_TYPE_MEMORY && d->insn.mnemonic == ZYDIS_MNEMONIC_LEA &&
	    by->mem.base == ZYDIS_REGISTER_RSP && by->mem.index == ZYDIS_REGISTER_NONE)
		amount = -by->mem.disp.value;
	return amount > 0 && amount <= PUSHED_MAX ? (uint64_t)amount : 0;
}

/** Reports whether an instruction writes to memory below the stack pointer. */
static bool writes_below(const struct dt_decoded *d)
{
	for (ZyanU8 i = 0; i < d->insn.operand_count_visible; i++) {
		const ZydisDecodedOperand *op = &d->operands[i];

		if (op->type == ZYDIS_OPERAND_TYPE_MEMORY &&
		    op->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE &&
		    op->mem.base == ZYDIS_REGISTER_RSP && op->mem.disp.value < 0)
			return true;
	}
	return false;
}

/** Reports whether the function's first instruction may stay in front of the site: the registers
 *  behind it must be those of the entry. */
static bool may_stay(const struct dt_decoded *d, uint64_t pushed)
{
	struct dt_effects e;

	if (d->insn.meta.branch_type != ZYDIS_BRANCH_TYPE_NONE || dt_insn_refuses(d))
		return false;
	dt_effects_of(d, &e);
	return !e.writes_other && !(e.writes & ~(pushed ? 1u << RSP : 0));
}

// ---- plans

/** Finds what the code at plan->fires overwrites before it reads it, up to the next site. */
static void find_dead(const struct site *s, struct dt_plan *plan)
{
	uint32_t flag_reads = 0, flag_kills = 0;
	uint16_t reads = 1u << RSP;
	struct dt_decoded d;
	uint64_t at = plan->fires;

	plan->dead = 0;
	for (int i = 0; i < BLOCK_MAX && decode_at(s, at, &d); i++) {
		struct dt_effects e;

		if (d.insn.meta.branch_type != ZYDIS_BRANCH_TYPE_NONE || dt_insn_refuses(&d) ||
		    (i && marks_at(s, at) & DT_MARK_SITE))
			break;
		dt_effects_of(&d, &e);
		flag_reads |= e.flag_reads & ~flag_kills;
		flag_kills |= e.flag_kills & ~flag_reads;
		reads |= e.reads & ~plan->dead;
		plan->dead |= e.kills & ~reads;
		at += d.insn.length;
	}
	plan->flags_are_dead = (flag_kills & ARITHMETIC) == ARITHMETIC;
}

/** Finds the end of the instructions that a jump of `size` bytes at plan->at replaces. */
static enum dt_refusal find_end(const struct site *s, unsigned size, struct dt_plan *plan)
{
	uint64_t jump_end = plan->at + size, at = plan->at;
	bool is_last = false;
	struct dt_decoded d;

	for (; (at < jump_end || at <= plan->fires) && !is_last; at += d.insn.length) {
		enum dt_refusal why;

		if (at == s->fn->end)
			return DT_REFUSE_SHORT;
		if (!decode_at(s, at, &d))
			return DT_REFUSE_BYTES;
		why = dt_insn_refuses(&d);
		if (why)
			return why;
		is_last = dt_insn_ends(&d);
	}
	for (uint64_t a = plan->at + 1; a < at; a++)
		if (marks_at(s, a) & DT_MARK_LANDING)
			return DT_REFUSE_LANDING;
	if (!is_in_page(plan->at, size) || (at < jump_end && !is_room(s, plan->at, at, jump_end)))
		return DT_REFUSE_SHORT;
	plan->end = at;
	return DT_REFUSE_NONE;
}

/** Plans a jump or a hop of `size` bytes at plan->at. */
static enum dt_refusal plan_at(const struct site *s, unsigned size, struct dt_plan *plan)
{
	enum dt_refusal why;

	if (s->is_entry && plan->at != plan->probed && marks_at(s, plan->at) & DT_MARK_LANDING)
		return DT_REFUSE_LANDING;
	if (s->is_entry)
		plan->fires = plan->at;
	why = find_end(s, size, plan);
	if (why)
		return why;
	plan->hop = 0;
	if (size == DT_HOP) {
		plan->hop = claimed_by(s->t, plan->at);
		if (!plan->hop)
			plan->hop = dt_text_find_padding(s->part, plan->at);
		if (!plan->hop)
			return DT_REFUSE_SHORT;
		if (!claimed_by(s->t, plan->at))
			claim(s, plan->at, plan->hop, DT_JUMP);
	} else if (plan->end < plan->at + size && !claimed_by(s->t, plan->at)) {
		claim(s, plan->at, plan->end, plan->at + size - plan->end);
	}
	find_dead(s, plan);
	return DT_REFUSE_NONE;
}

/** Returns a plan, and remembers its site for find_dead(). */
static void accept(const struct site *s, const struct dt_plan *plan, struct dt_plan *ret)
{
	s->part->marks[plan->fires - s->part->addr] |= DT_MARK_SITE;
	*ret = *plan;
}

static enum dt_refusal plan_jump_or_hop(const struct site *s, struct dt_plan *plan)
{
	enum dt_refusal why = plan_at(s, DT_JUMP, plan);

	return why && plan_at(s, DT_HOP, plan) ? why : DT_REFUSE_NONE;
}

/** Moves *at behind a Go function's check of its stack. Returns false if it has none. */
static bool skip_go_check(const struct site *s, uint64_t *at)
{
	struct dt_decoded d;
	struct dt_effects e;
	bool has_compared = false;

	for (int i = 0; i < GO_CHECK_MAX && decode_at(s, *at, &d); i++) {
		*at += d.insn.length;
		if (d.insn.meta.branch_type != ZYDIS_BRANCH_TYPE_NONE)
			return d.insn.mnemonic == ZYDIS_MNEMONIC_JBE && has_compared;
		dt_effects_of(&d, &e);
		if (d.insn.mnemonic == ZYDIS_MNEMONIC_CMP)
			has_compared = e.uses_memory;
		else if (d.insn.mnemonic != ZYDIS_MNEMONIC_LEA &&
			 d.insn.mnemonic != ZYDIS_MNEMONIC_MOV)
			return false;
	}
	return false;
}

/** Reports whether a jump of `size` bytes replaces bytes of a single instruction. */
static bool is_single(const struct site *s, uint64_t at, unsigned size)
{
	struct dt_decoded d;

	return decode_at(s, at, &d) && d.insn.length >= size;
}

/** Returns DT_REFUSE_INSTRUCTION if an instruction that moves may fault. Go's runtime has to know
 *  the pc of a fault. */
static enum dt_refusal refuses_fault(const struct site *s, const struct dt_plan *plan)
{
	struct dt_decoded d;
	struct dt_effects e;

	for (uint64_t at = plan->at; at < plan->end && decode_at(s, at, &d); at += d.insn.length) {
		dt_effects_of(&d, &e);
		if (e.uses_memory)
			return DT_REFUSE_INSTRUCTION;
	}
	return DT_REFUSE_NONE;
}

/**
 * Plans the entry of a Go function: behind its check of the stack. In front of it a stub has no
 * room, and the check runs again after the stack has grown. The runtime suspends goroutines by a
 * signal between any two instructions, and keeps their pcs where the placer cannot see them. So one
 * instruction moves, if possible: the one behind the check, or the next one if that makes the
 * frame.
 *
 * Decision: docs/dev/decisions/0139-go-entries-in-one-instruction.md
 */
static enum dt_refusal plan_go(const struct site *s, struct dt_plan *plan)
{
	static const unsigned sizes[] = {DT_JUMP, DT_HOP};
	struct dt_plan places[] = {*plan, *plan};
	enum dt_refusal why;
	struct dt_decoded d;
	size_t n = 1;

	if (!skip_go_check(s, &places[0].at) || !decode_at(s, places[0].at, &d))
		return DT_REFUSE_GO;
	places[1].at = places[0].at + d.insn.length;
	places[1].pushed = (uint32_t)pushes(&d);
	n += places[1].pushed && may_stay(&d, places[1].pushed);
	for (size_t k = 0; k < dt_array_len(sizes); k++)
		for (size_t i = n; i-- > 0;) {
			*plan = places[i];
			if (is_single(s, plan->at, sizes[k]) && !plan_at(s, sizes[k], plan) &&
			    !refuses_fault(s, plan))
				return DT_REFUSE_NONE;
		}
	*plan = places[0];
	plan->is_split = true;
	why = plan_at(s, DT_JUMP, plan);
	return why ? why : refuses_fault(s, plan);
}

/** Reports whether the function begins with the load of a word to which its first argument points,
 *  and then makes a system call with one branch in between. musl and glibc since 2.41 cancel a
 *  thread only between these instructions: its pc must not be in a copy of them. */
static bool is_cancellable(const struct site *s)
{
	const ZydisDecodedOperand *from = NULL;
	bool has_loaded = false, has_branched = false;
	uint64_t at = s->fn->addr;
	struct dt_decoded d;

	for (int i = 0; i < CANCEL_MAX && decode_at(s, at, &d); i++, at += d.insn.length) {
		if (d.insn.mnemonic == ZYDIS_MNEMONIC_ENDBR64)
			continue;
		if (!has_loaded) {
			from = &d.operands[1];
			if (d.insn.mnemonic != ZYDIS_MNEMONIC_MOV || from->size != 32 ||
			    from->type != ZYDIS_OPERAND_TYPE_MEMORY ||
			    from->mem.base != ZYDIS_REGISTER_RDI || from->mem.disp.value)
				return false;
			has_loaded = true;
		}
		if (d.insn.mnemonic == ZYDIS_MNEMONIC_SYSCALL)
			return has_branched;
		if (d.insn.meta.branch_type == ZYDIS_BRANCH_TYPE_NONE)
			continue;
		if (has_branched || dt_insn_ends(&d) || d.insn.mnemonic == ZYDIS_MNEMONIC_CALL)
			return false;
		has_branched = true;
	}
	return false;
}

/** Returns why no instruction of the function that contains `addr` can be patched. */
static enum dt_refusal refuses_all(const struct site *s)
{
	if (s->t->is_32bit)
		return DT_REFUSE_CLASS;
	if (!s->fn || !s->part)
		return DT_REFUSE_NO_FUNCTION;
	if (s->fn->refusal)
		return s->fn->refusal;
	return is_cancellable(s) ? DT_REFUSE_CANCEL : DT_REFUSE_NONE;
}

enum dt_refusal dt_text_refuses(const struct dt_text *t, uint64_t addr)
{
	struct site s = {(struct dt_text *)t, dt_text_function(t, addr), dt_text_part(t, addr),
			 false};

	return refuses_all(&s);
}

enum dt_refusal dt_text_plan_function(struct dt_text *t, uint64_t addr, struct dt_plan *ret)
{
	struct site s = {t, dt_text_function(t, addr), dt_text_part(t, addr), true};
	struct dt_plan plan = {.probed = addr, .at = addr}, behind;
	enum dt_refusal why = refuses_all(&s);
	struct dt_decoded first;

	if (!why && s.fn->addr != addr)
		return DT_REFUSE_NO_FUNCTION;
	if (!why && !decode_at(&s, addr, &first))
		return DT_REFUSE_BYTES;
	if (why)
		return why;
	plan.uses_red_zone = s.fn->is_part || marks_at(&s, addr) & DT_MARK_JUMPED;
	behind = plan;
	behind.at = addr + first.insn.length;
	behind.pushed = (uint32_t)pushes(&first);
	behind.uses_red_zone = plan.uses_red_zone || writes_below(&first);
	if (s.fn->is_go) {
		why = plan_go(&s, &plan);
	} else if (!may_stay(&first, behind.pushed)) {
		why = plan_jump_or_hop(&s, &plan);
	} else {
		why = plan_jump_or_hop(&s, &behind);
		// Branches to a function land on endbr64, which therefore never moves.
		if (why && first.insn.mnemonic != ZYDIS_MNEMONIC_ENDBR64)
			why = plan_jump_or_hop(&s, &plan);
		else
			plan = behind;
	}
	if (!why)
		accept(&s, &plan, ret);
	return why;
}

static bool pops(const struct dt_decoded *d)
{
	return d->insn.mnemonic == ZYDIS_MNEMONIC_POP || d->insn.mnemonic == ZYDIS_MNEMONIC_LEAVE;
}

/** Reports whether a function pops something, or is too large to see that at once. */
static bool pops_anywhere(const struct site *s)
{
	enum { LARGE = 1024 }; // bytes
	struct dt_decoded d;

	if (s->fn->end - s->fn->addr > LARGE)
		return true;
	for (uint64_t at = s->fn->addr; at < s->fn->end; at += d.insn.length)
		if (!decode_at(s, at, &d) || pops(&d))
			return true;
	return false;
}

/** Reports whether a register may have been popped in front of a return. */
static bool has_popped(const struct site *s, uint64_t at)
{
	struct dt_decoded d;

	while (at > s->fn->addr) {
		if (marks_at(s, at) & DT_MARK_LANDING ||
		    !dt_insn_before(s->part, s->fn->addr - s->part->addr, at - s->part->addr, &d))
			return pops_anywhere(s);
		if (pops(&d) || d.insn.mnemonic == ZYDIS_MNEMONIC_CALL)
			return pops(&d);
		at = d.at;
	}
	return false;
}

/** Steps to the instruction in front of *at. Returns false if that cannot move with it. */
static bool step_back(const struct site *s, uint64_t *at)
{
	struct dt_decoded d;

	if (marks_at(s, *at) & DT_MARK_LANDING ||
	    !dt_insn_before(s->part, s->fn->addr - s->part->addr, *at - s->part->addr, &d) ||
	    dt_insn_ends(&d) || dt_insn_refuses(&d) || d.insn.mnemonic == ZYDIS_MNEMONIC_ENDBR64)
		return false;
	*at = d.at;
	return true;
}

enum dt_refusal dt_text_plan_insn(struct dt_text *t, uint64_t addr, struct dt_plan *ret)
{
	static const unsigned sizes[] = {DT_JUMP, DT_HOP};
	struct site s = {t, dt_text_function(t, addr), dt_text_part(t, addr), false};
	enum dt_refusal why = refuses_all(&s), first = DT_REFUSE_NONE;
	struct dt_decoded d;

	if (why)
		return why;
	if (s.fn->addr == addr)
		return dt_text_plan_function(t, addr, ret);
	if (s.fn->is_go)
		return DT_REFUSE_GO_CODE;
	if (!(marks_at(&s, addr) & DT_MARK_START) || !decode_at(&s, addr, &d))
		return DT_REFUSE_BYTES;
	if (marks_at(&s, addr) & DT_MARK_PADDING && is_unused(&s, addr)) {
		*ret = (struct dt_plan){.probed = addr, .at = addr, .end = addr, .fires = addr};
		return DT_REFUSE_NONE;
	}
	for (size_t i = 0; i < dt_array_len(sizes); i++) {
		struct dt_plan plan = {.probed = addr, .at = addr, .fires = addr};

		for (int back = 0; back < BACK_MAX; back++) {
			why = plan_at(&s, sizes[i], &plan);
			if (!first)
				first = why;
			// A return leaves nothing below the stack pointer to code. But unwinders
			// look for registers where they were saved, until the function has
			// returned.
			plan.uses_red_zone =
			    d.insn.mnemonic != ZYDIS_MNEMONIC_RET || has_popped(&s, addr);
			if (!why)
				accept(&s, &plan, ret);
			if (!why || !step_back(&s, &plan.at))
				break;
		}
		if (!why)
			return why;
	}
	return first;
}

void dt_text_note_trap(struct dt_text *t, uint64_t addr)
{
	const struct dt_text_part *part = dt_text_part(t, addr);

	if (part)
		part->marks[addr - part->addr] |= DT_MARK_SITE;
}

void dt_text_settle(const struct dt_text *t, struct dt_plan *plan)
{
	// Searches change nothing in the text.
	struct site s = {(struct dt_text *)t, dt_text_function(t, plan->fires),
			 dt_text_part(t, plan->fires), false};

	if (s.fn && s.part)
		find_dead(&s, plan);
}

bool dt_plan_join(struct dt_plan *block, const struct dt_plan *plan)
{
	if (plan->at >= block->end || block->at >= plan->end)
		return false;
	// Two jumps at one place: the longer one needs no padding.
	if (plan->at < block->at || (plan->at == block->at && !plan->hop))
		block->hop = plan->hop;
	block->at = plan->at < block->at ? plan->at : block->at;
	block->end = plan->end > block->end ? plan->end : block->end;
	return true;
}
