/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Plans of whole functions.
 *
 * A path into the body is patched where a jump or a hop has room. If the jump replaces part of a
 * call, the call moves, too, and its copy passes the return address of the original. A system call
 * must keep its bytes. If there is no room, the original code continues to run, and the plan tries
 * each following instruction. It refuses the instructions before the patch.
 *
 * Decision: docs/dev/decisions/0118-functions-move-whole.md
 */
#include "instrument/text/internal.h"

enum {
	PAGE = 4096,
	ARITHMETIC = ZYDIS_CPUFLAG_CF | ZYDIS_CPUFLAG_PF | ZYDIS_CPUFLAG_AF | ZYDIS_CPUFLAG_ZF |
		     ZYDIS_CPUFLAG_SF | ZYDIS_CPUFLAG_OF,
	NONE = -1,
};

/** Facts about an instruction that the plan needs. */
struct facts {
	uint32_t flag_reads, flag_kills; // arithmetic
	long target;			 // index of the instruction to which it branches, or NONE
	bool ends;			 // control never continues behind it
	bool is_movable_call;
	bool leaves; // control may go elsewhere: all flags are alive
};

struct unit {
	struct dt_text *t;
	const struct dt_text_part *part;
	struct dt_body *body;
	struct facts *facts;
	uint8_t *why;  // of each instruction: the refusal of a way in without room
	bool *patched; // of each instruction: a patch is there
	bool *covered; // a patch has bytes of it
};

static unsigned marks_at(const struct unit *u, uint64_t at)
{
	return at - u->part->addr < u->part->size ? u->part->marks[at - u->part->addr] : 0;
}

static long find_insn(const struct dt_body *b, uint64_t at)
{
	size_t i = dt_leading(b->insns.data, b->insns.len, e, e->at < at);

	return i < b->insns.len && b->insns.data[i].at == at ? (long)i : NONE;
}

const struct dt_body_insn *dt_body_find(const struct dt_body *b, uint64_t at)
{
	long i = find_insn(b, at);

	return i == NONE ? NULL : &b->insns.data[i];
}

// ---- instructions

/** Reports whether the copy of a call can pass the return address itself: its target does not
 *  depend on the stack pointer. */
static bool is_movable_call(const struct dt_decoded *d)
{
	const ZydisDecodedOperand *to = &d->operands[0];

	if (d->insn.mnemonic != ZYDIS_MNEMONIC_CALL ||
	    d->insn.meta.branch_type == ZYDIS_BRANCH_TYPE_FAR || d->insn.raw.prefix_count)
		return false;
	if (d->insn.raw.imm[0].is_relative)
		return true;
	if (to->type == ZYDIS_OPERAND_TYPE_REGISTER)
		return to->reg.value != ZYDIS_REGISTER_RSP;
	return to->type == ZYDIS_OPERAND_TYPE_MEMORY && to->mem.base == ZYDIS_REGISTER_RIP;
}

static bool is_transaction(const struct dt_decoded *d)
{
	return d->insn.mnemonic == ZYDIS_MNEMONIC_XBEGIN ||
	       d->insn.mnemonic == ZYDIS_MNEMONIC_XEND || d->insn.mnemonic == ZYDIS_MNEMONIC_XABORT;
}

/** Reports whether a jump leads to an address that is computed at run time. */
static bool is_indirect(const struct dt_decoded *d)
{
	return d->insn.mnemonic == ZYDIS_MNEMONIC_RET ||
	       (d->insn.mnemonic == ZYDIS_MNEMONIC_JMP && !d->insn.raw.imm[0].is_relative);
}

static struct facts facts_of(const struct dt_decoded *d, bool stays)
{
	struct dt_effects e;

	dt_effects_of(d, &e);
	return (struct facts){.flag_reads = e.flag_reads & ARITHMETIC,
			      .flag_kills = e.flag_kills & ARITHMETIC,
			      .target = NONE,
			      .ends = dt_insn_ends(d),
			      .is_movable_call = is_movable_call(d),
			      .leaves = stays || is_indirect(d)};
}

/** Reads the instructions of the body. */
static enum dt_refusal read_insns(struct unit *u)
{
	struct dt_body *b = u->body;
	dt_vec(struct facts) facts = {0};
	enum dt_refusal why = DT_REFUSE_NONE;
	struct dt_decoded d;

	for (uint64_t at = b->begin; at < b->end && !why; at += d.insn.length) {
		bool stays;

		if (!dt_decode(u->part->bytes + (at - u->part->addr), (size_t)(b->end - at), at,
			       &d)) {
			why = DT_REFUSE_BYTES;
			break;
		}
		if (marks_at(u, at) & DT_MARK_PADDING && !(marks_at(u, at) & DT_MARK_LANDING))
			continue;
		if (!(marks_at(u, at) & DT_MARK_START))
			why = DT_REFUSE_BYTES;
		if (is_transaction(&d))
			why = DT_REFUSE_INSTRUCTION;
		stays = dt_insn_refuses(&d) != DT_REFUSE_NONE;
		dt_vec_push(&b->insns,
			    (struct dt_body_insn){.at = at,
						  .size = d.insn.length,
						  .kind = stays ? DT_BODY_STAYS : DT_BODY_MOVES});
		dt_vec_push(&facts, facts_of(&d, stays));
	}
	u->facts = facts.data;
	return why ? why : b->insns.len ? DT_REFUSE_NONE : DT_REFUSE_NO_FUNCTION;
}

/** Finds the targets of branches inside of the body. */
static enum dt_refusal find_targets(struct unit *u)
{
	struct dt_body *b = u->body;

	for (size_t i = 0; i < b->insns.len; i++) {
		const struct dt_body_insn *in = &b->insns.data[i];
		struct dt_decoded d;
		uint64_t target;

		if (!dt_decode_brief(u->part->bytes + (in->at - u->part->addr), in->size, in->at,
				     &d))
			return DT_REFUSE_BYTES;
		target = dt_decoded_target(&d);
		if (!target || in->kind != DT_BODY_MOVES)
			continue;
		if (target - b->begin >= b->end - b->begin) {
			u->facts[i].leaves = true;
			continue;
		}
		u->facts[i].target = find_insn(b, target);
		if (u->facts[i].target == NONE)
			return DT_REFUSE_BYTES;
	}
	return DT_REFUSE_NONE;
}

// ---- ways in

/** Reports whether instruction i is a way into the body from outside. */
static bool is_way_in(const struct unit *u, size_t i)
{
	const struct dt_body_insn *in = &u->body->insns.data[i];

	return !i || marks_at(u, in->at) & DT_MARK_OUTSIDE ||
	       (in[-1].kind != DT_BODY_MOVES && in[-1].at + in[-1].size == in->at);
}

/** Returns why a patch of `size` bytes has no room at instruction i. Calls that it covers move. */
static enum dt_refusal refuses_patch(const struct unit *u, size_t i, unsigned size)
{
	const struct dt_body *b = u->body;
	uint64_t at = b->insns.data[i].at, end = at + size, reached = at;

	if (at % PAGE + size > PAGE)
		return DT_REFUSE_SHORT;
	for (uint64_t a = at + 1; a < end; a++)
		if (marks_at(u, a) & (DT_MARK_LANDING | DT_MARK_TAKEN))
			return marks_at(u, a) & DT_MARK_LANDING ? DT_REFUSE_LANDING
								: DT_REFUSE_SHORT;
	for (; i < b->insns.len && b->insns.data[i].at < end && reached >= b->insns.data[i].at;
	     i++) {
		const struct dt_body_insn *in = &b->insns.data[i];

		reached = in->at + in->size;
		if (u->covered[i])
			return DT_REFUSE_SHORT;
		if (in->kind == DT_BODY_STAYS && !u->facts[i].is_movable_call)
			return DT_REFUSE_CALL;
		// Control comes back behind a call, where another patch must be.
		if (in->kind != DT_BODY_MOVES && reached < end)
			return DT_REFUSE_CALL;
	}
	if (reached < end && i && !u->facts[i - 1].ends)
		return DT_REFUSE_SHORT;
	for (uint64_t a = reached; a < end; a++)
		if (!(marks_at(u, a) & DT_MARK_PADDING))
			return DT_REFUSE_SHORT;
	return DT_REFUSE_NONE;
}

static void take(struct unit *u, uint64_t begin, uint64_t end)
{
	for (uint64_t a = begin; a < end; a++)
		if (marks_at(u, a) & DT_MARK_PADDING)
			u->part->marks[a - u->part->addr] |= DT_MARK_TAKEN;
}

static void add_landing(struct unit *u, size_t i, unsigned size, uint64_t hop)
{
	struct dt_body *b = u->body;
	uint64_t at = b->insns.data[i].at;

	dt_vec_push(&b->landings, (struct dt_landing){at, hop});
	u->patched[i] = true;
	take(u, at, at + size);
	if (hop)
		take(u, hop, hop + DT_JUMP);
	for (; i < b->insns.len && b->insns.data[i].at < at + size; i++) {
		u->covered[i] = true;
		if (b->insns.data[i].kind == DT_BODY_STAYS)
			b->insns.data[i].kind = DT_BODY_CALLS;
	}
}

/** Patches the ways in. A call that a patch covers is still one that control comes back from. */
static void patch_ways(struct unit *u)
{
	struct dt_body *b = u->body;

	for (size_t i = 0; i < b->insns.len; i++) {
		enum dt_refusal why;
		uint64_t hop;

		if (!is_way_in(u, i))
			continue;
		why = refuses_patch(u, i, DT_JUMP);
		if (!why) {
			add_landing(u, i, DT_JUMP, 0);
			continue;
		}
		u->why[i] = (uint8_t)why;
		hop = refuses_patch(u, i, DT_HOP)
			  ? 0
			  : dt_text_find_padding(u->part, b->insns.data[i].at);
		if (hop)
			add_landing(u, i, DT_HOP, hop);
	}
}

static int compare_landings(const void *a, const void *b)
{
	const struct dt_landing *x = a, *y = b;

	return x->at < y->at ? -1 : x->at > y->at;
}

/** Refuses the instructions that control may reach from a way in without a patch. */
static void refuse_from(struct unit *u, size_t first)
{
	struct dt_body *b = u->body;
	dt_vec(size_t) todo = {0};

	dt_vec_push(&todo, first);
	while (todo.len) {
		size_t i = dt_vec_pop(&todo);

		while (i < b->insns.len && !u->patched[i] && !b->insns.data[i].refusal) {
			struct dt_body_insn *in = &b->insns.data[i];

			if (i != first && !refuses_patch(u, i, DT_JUMP)) {
				add_landing(u, i, DT_JUMP, 0);
				break;
			}
			in->refusal = u->why[first];
			b->n_refused++;
			if (u->facts[i].target != NONE)
				dt_vec_push(&todo, (size_t)u->facts[i].target);
			// A call returns to the next instruction, so that one has its own way in.
			if (u->facts[i].ends || in->kind != DT_BODY_MOVES)
				break;
			i++;
		}
	}
	dt_vec_deinit(&todo);
}

// ---- blocks and flags

static void find_heads(struct unit *u)
{
	struct dt_body *b = u->body;

	for (size_t i = 0; i < b->insns.len; i++) {
		const struct facts *f = &u->facts[i];

		if (!i || u->patched[i] || marks_at(u, b->insns.data[i].at) & DT_MARK_LANDING ||
		    b->insns.data[i].at != b->insns.data[i - 1].at + b->insns.data[i - 1].size)
			b->insns.data[i].is_head = true;
		if (f->target != NONE)
			b->insns.data[f->target].is_head = true;
		if (i + 1 < b->insns.len && (f->target != NONE || f->leaves || f->ends))
			b->insns.data[i + 1].is_head = true;
	}
}

/** Reports whether an instruction of the body follows instruction i directly. */
static bool is_followed(const struct dt_body *b, size_t i)
{
	const struct dt_body_insn *in = &b->insns.data[i];

	return i + 1 < b->insns.len && in[1].at == in->at + in->size;
}

/** Chooses the blocks that are counted, by all ways of control between blocks. */
static void find_ways(struct unit *u)
{
	struct dt_body *b = u->body;
	uint32_t *numbers = dt_malloc(b->insns.len * sizeof(*numbers)), n = 0;
	dt_vec(struct dt_text_way) ways = {0};

	for (size_t i = 0; i < b->insns.len; i++) {
		n += b->insns.data[i].is_head;
		numbers[i] = n;
	}
	for (size_t i = 0; i < b->insns.len; i++) {
		const struct facts *f = &u->facts[i];

		if (b->insns.data[i].is_head && (u->patched[i] || is_way_in(u, i)))
			dt_vec_push(&ways, ((struct dt_text_way){0, numbers[i]}));
		if (i + 1 < b->insns.len && !b->insns.data[i + 1].is_head)
			continue;
		if (f->leaves || (!f->ends && !is_followed(b, i)))
			dt_vec_push(&ways, ((struct dt_text_way){numbers[i], 0}));
		if (f->target != NONE)
			dt_vec_push(&ways, ((struct dt_text_way){numbers[i], numbers[f->target]}));
		if (!f->ends && is_followed(b, i))
			dt_vec_push(&ways, ((struct dt_text_way){numbers[i], numbers[i + 1]}));
	}
	dt_text_choose_counters(b, ways.data, ways.len);
	free(numbers);
	dt_vec_deinit(&ways);
}

/** Finds where all arithmetic flags are overwritten before one is read, on each way. */
static void find_dead_flags(struct unit *u)
{
	struct dt_body *b = u->body;
	size_t n = b->insns.len;
	uint32_t *live = dt_zalloc((n + 1) * sizeof(*live));
	bool changes = true;

	while (changes) {
		changes = false;
		live[n] = ARITHMETIC;
		for (size_t i = n; i-- > 0;) {
			const struct facts *f = &u->facts[i];
			uint32_t out = f->ends ? 0 : is_followed(b, i) ? live[i + 1] : ARITHMETIC;

			if (f->leaves)
				out = ARITHMETIC;
			if (f->target != NONE)
				out |= live[f->target];
			out = (out & ~f->flag_kills) | f->flag_reads;
			changes |= out != live[i];
			live[i] = out;
		}
	}
	for (size_t i = 0; i < n; i++)
		b->insns.data[i].flags_are_dead = !live[i];
	free(live);
}

enum dt_refusal dt_text_plan_unit(struct dt_text *t, uint64_t addr, struct dt_body *ret)
{
	size_t n = dt_text_functions_up_to(t, addr);
	const struct dt_text_function *fn = n ? &t->functions.data[n - 1] : NULL;
	struct unit u = {.t = t, .part = dt_text_part(t, addr), .body = ret};
	enum dt_refusal why = dt_text_refuses(t, addr);

	*ret = (struct dt_body){0};
	if (why)
		return why;
	if (fn->is_go)
		return DT_REFUSE_GO_CODE;
	if (addr >= fn->end)
		return DT_REFUSE_NO_FUNCTION;
	ret->begin = fn->addr;
	ret->end = n < t->functions.len && t->functions.data[n].addr < fn->end
		       ? t->functions.data[n].addr
		       : fn->end;
	why = read_insns(&u);
	if (!why)
		why = find_targets(&u);
	if (!why) {
		u.why = dt_zalloc(ret->insns.len);
		u.patched = dt_zalloc(ret->insns.len * sizeof(*u.patched));
		u.covered = dt_zalloc(ret->insns.len * sizeof(*u.covered));
		patch_ways(&u);
		for (size_t i = 0; i < ret->insns.len; i++)
			if (u.why[i] && !u.patched[i])
				refuse_from(&u, i);
		if (ret->landings.len)
			qsort(ret->landings.data, ret->landings.len, sizeof(*ret->landings.data),
			      compare_landings);
		find_heads(&u);
		find_dead_flags(&u);
		find_ways(&u);
	}
	free(u.facts);
	free(u.why);
	free(u.patched);
	free(u.covered);
	return why;
}
