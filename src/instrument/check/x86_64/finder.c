/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Proves the finder. The proof checks each instruction separately, in the order of addresses, from
 * the finder's first one to the last return. Only an instruction between `xor %eax, %eax` and a
 * return may change the stack pointer, so no jump may lead between these two.
 *
 * Decision: docs/dev/decisions/0143-stubs-have-unwinding-tables.md
 */
#include "instrument/check/check.h"

#include "instrument/decode/decode.h"

#include <inttypes.h>

enum { WORD = 8, RESULT = 5 * WORD, CODE_MAX = 256 };

static const ZydisRegister free_registers[] = {ZYDIS_REGISTER_RAX, ZYDIS_REGISTER_R10,
					       ZYDIS_REGISTER_R11};

/** The effect of the instructions before this one, if nothing jumps here. */
enum before { NOTHING, ZEROED, DROPPED };

struct walk {
	uint64_t begin, end; // of the code, at most
	uint64_t furthest;   // target of a jump
	uint64_t targets[4];
	size_t n_targets;
	enum before before;
	uint32_t pushed; // bytes, by the function
};

static struct dt_error *fail(const struct dt_decoded *d, const char *what)
{
	return dt_error_new(DT_ERR_OTHER, "the finder %s at 0x%" PRIx64, what, d->at);
}

static bool is_free(ZydisRegister reg)
{
	ZydisRegister whole = ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, reg);

	for (size_t k = 0; k < dt_array_len(free_registers); k++)
		if (whole == free_registers[k])
			return true;
	return ZydisRegisterGetClass(reg) == ZYDIS_REGCLASS_FLAGS || reg == ZYDIS_REGISTER_RIP;
}

/** Reports whether a store goes to the result. */
static bool is_result(const ZydisDecodedOperand *o)
{
	return o->mem.base == ZYDIS_REGISTER_RSI && o->mem.index == ZYDIS_REGISTER_NONE &&
	       (o->mem.segment == ZYDIS_REGISTER_DS || o->mem.segment == ZYDIS_REGISTER_NONE) &&
	       o->mem.disp.value >= 0 && o->mem.disp.value + o->size / 8 <= RESULT;
}

/** Reports whether the instruction drops the return address and what the function has pushed. */
static bool drops(const struct walk *w, const struct dt_decoded *d)
{
	const ZydisDecodedOperand *to = &d->operands[0], *from = &d->operands[1];

	return d->insn.mnemonic == ZYDIS_MNEMONIC_LEA && to->reg.value == ZYDIS_REGISTER_RSP &&
	       from->mem.base == ZYDIS_REGISTER_RSP && from->mem.index == ZYDIS_REGISTER_NONE &&
	       from->mem.disp.value == WORD + w->pushed;
}

static bool zeroes(const struct dt_decoded *d)
{
	return d->insn.mnemonic == ZYDIS_MNEMONIC_XOR &&
	       d->operands[0].type == ZYDIS_OPERAND_TYPE_REGISTER &&
	       d->operands[1].type == ZYDIS_OPERAND_TYPE_REGISTER &&
	       d->operands[0].reg.value == ZYDIS_REGISTER_EAX &&
	       d->operands[1].reg.value == ZYDIS_REGISTER_EAX;
}

/** Checks what an instruction writes that neither jumps nor returns. */
static struct dt_error *check_writes(const struct dt_decoded *d)
{
	for (unsigned k = 0; k < d->insn.operand_count; k++) {
		const ZydisDecodedOperand *o = &d->operands[k];

		if (!(o->actions & ZYDIS_OPERAND_ACTION_MASK_WRITE))
			continue;
		if (o->type == ZYDIS_OPERAND_TYPE_REGISTER && !is_free(o->reg.value))
			return fail(d, "changes a register");
		if (o->type == ZYDIS_OPERAND_TYPE_MEMORY && !is_result(o))
			return fail(d, "writes elsewhere");
	}
	return NULL;
}

static struct dt_error *check_insn(struct walk *w, const struct dt_decoded *d)
{
	enum before before = w->before;

	w->before = NOTHING;
	for (size_t k = 0; k < w->n_targets; k++)
		if (w->targets[k] == d->at && before != NOTHING)
			return fail(d, "jumps to its end");
	if (d->insn.mnemonic == ZYDIS_MNEMONIC_RET)
		return before == ZEROED ? fail(d, "returns a result to the point") : NULL;
	if (before == DROPPED)
		return fail(d, "continues without its return address");
	if (zeroes(d)) {
		w->before = ZEROED;
		return NULL;
	}
	if (drops(w, d)) {
		w->before = DROPPED;
		return before == ZEROED ? NULL : fail(d, "drops its return address");
	}
	if (d->insn.meta.category == ZYDIS_CATEGORY_COND_BR ||
	    d->insn.mnemonic == ZYDIS_MNEMONIC_JMP) {
		uint64_t to = dt_decoded_target(d);

		if (to < w->begin || w->n_targets == dt_array_len(w->targets))
			return fail(d, "jumps elsewhere");
		w->targets[w->n_targets++] = to;
		w->furthest = to > w->furthest ? to : w->furthest;
		return NULL;
	}
	if (d->insn.meta.category == ZYDIS_CATEGORY_CALL ||
	    d->insn.meta.category == ZYDIS_CATEGORY_SYSCALL)
		return fail(d, "calls something");
	return check_writes(d);
}

/** Reports whether an instruction begins at each target of a jump. `starts` has n of them. */
static bool has_targets(const struct walk *w, const uint64_t *starts, size_t n)
{
	size_t found = 0;

	for (size_t k = 0; k < w->n_targets; k++)
		for (size_t i = 0; i < n; i++)
			found += starts[i] == w->targets[k];
	return found == w->n_targets;
}

static struct dt_error *check_finder(const struct dt_copy *area, uint64_t begin, uint32_t pushed)
{
	struct walk w = {.begin = begin, .end = area->base + area->bytes.len, .pushed = pushed};
	uint64_t starts[CODE_MAX];
	size_t n = 0;
	struct dt_decoded d;

	if (begin < area->base || begin >= w.end)
		return dt_error_new(DT_ERR_OTHER, "the finder is not in its area");
	for (uint64_t at = begin; n < CODE_MAX; at += d.insn.length) {
		if (!dt_decode(area->bytes.data + (at - area->base), w.end - at, at, &d))
			return dt_error_new(DT_ERR_OTHER, "the finder is no code");
		starts[n++] = at;
		DT_TRY(check_insn(&w, &d));
		if (d.insn.mnemonic == ZYDIS_MNEMONIC_RET && w.furthest <= at)
			return has_targets(&w, starts, n) ? NULL : fail(&d, "jumps elsewhere");
	}
	return dt_error_new(DT_ERR_OTHER, "the finder does not end");
}

struct dt_error *dt_check_finds(const struct dt_check_site *s, size_t k)
{
	const struct dt_stub_firing *f = &s->stub->firings.data[k];
	const struct dt_copy *area = s->area;
	struct dt_decoded d;

	if (!dt_decode(area->bytes.data + (f->begin - area->base), f->end - f->begin, f->begin,
		       &d) ||
	    f->detours != f->begin || d.insn.mnemonic != ZYDIS_MNEMONIC_CALL ||
	    d.insn.length != f->end - f->begin || dt_decoded_target(&d) != s->routines->finder)
		return dt_error_new(DT_ERR_OTHER, "a point does not call the finder");
	return check_finder(area, s->routines->finder, s->block->points[k].plan->pushed);
}
