/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Copies of whole functions. The code that counts a block:
 *
 *	        lea -128(%rsp), %rsp; push %rax; lahf; seto %al         unless the flags are dead
 *	        cmpl $THREAD, %fs:ID
 *	        jne other
 *	        cmpq $0, IS_OPEN
 *	        je done
 *	        incq OWN
 *	done:   add $127, %al; sahf; pop %rax; lea 128(%rsp), %rsp      unless the flags are dead
 *	…
 *	other:  cmpq $0, IS_OPEN        behind all copies
 *	        je done
 *	        lock incq OTHERS
 *	        jmp done
 *
 * In a child of fork(), IS_OPEN is 0, and the counters may not be there.
 *
 * The copy of a call whose bytes a patch needs keeps the processor's stack of return addresses in
 * step, so that only its own return is predicted wrong:
 *
 *	        call next; int3
 *	next:   movl $LOW, (%rsp); movl $HIGH, 4(%rsp)          the address behind the original
 *	        jmp FUNCTION
 *
 * Decision: docs/dev/decisions/0118-functions-move-whole.md
 */
#include "instrument/move/x86_64/internal.h"

#include "instrument/move/cfi.h"
#include "native/x86_64/x86.h"

#include <string.h>

enum {
	JMP = 0xe9,
	CALL_BY_MODRM = 0xff,
	CALL_TO_JMP = 0x30, // changes /2 to /4 in the byte of the operand
	DISTANCE = 4,	    // bytes
	WORD = 8,
	RED_ZONE = 128,
};

/** A distance that is completed when all copies are there. */
struct fixup {
	size_t at;     // in the area
	size_t target; // instruction of the body
};

/** Code behind all copies, for a block. */
struct other {
	uint64_t enter; // distance in the area that leads there
	uint64_t done;
	size_t counter;
	struct dt_cfi_state state;
};

struct making {
	struct dt_copy *area;
	const struct dt_stub_target *t;
	const struct dt_stub_routines *routines;
	const struct dt_stub_body *b;
	struct dt_stub *stub;
	uint64_t *starts; // of each instruction: where its first code is
	size_t next_point, next_counter;
	bool is_far; // something is out of reach
	dt_vec(struct fixup) fixups;
	dt_vec(struct other) others;
};

static uint64_t end_of(const struct making *m)
{
	return m->area->base + m->area->bytes.len;
}

#define PUT(m, ...)                                     \
	do {                                            \
		const uint8_t b_[] = {__VA_ARGS__};     \
		dt_copy_put((m)->area, b_, sizeof(b_)); \
	} while (0)

static void put32(struct making *m, uint32_t value)
{
	dt_copy_put(m->area, &value, sizeof(value)); // the low byte comes first
}

/** Appends the distance to `target` from the end of an instruction that has `rest` more bytes. */
static void put_distance(struct making *m, uint64_t target, unsigned rest)
{
	int64_t distance = (int64_t)(target - (end_of(m) + DISTANCE + rest));

	if (distance != (int32_t)distance)
		m->is_far = true;
	put32(m, (uint32_t)distance);
}

static void set_distance(struct making *m, size_t at, uint64_t target)
{
	int32_t distance = (int32_t)(target - (m->area->base + at + DISTANCE));

	memcpy(m->area->bytes.data + at, &distance, sizeof(distance));
}

// ---- counters

static void put_is_open(struct making *m)
{
	PUT(m, 0x48, 0x83, 0x3d); // cmpq $0, IS_OPEN
	put_distance(m, m->b->counters->is_open, 1);
	PUT(m, 0);
}

static void note_row(const struct making *m, const struct dt_cfi_state *state)
{
	dt_cfi_add(m->area->cfi, end_of(m), state);
}

/** Saves the flags in rax, and rax on the stack. */
static void put_save(struct making *m, struct dt_cfi_state *now)
{
	PUT(m, 0x48, 0x8d, 0x64, 0x24, 0x80); // lea -128(%rsp), %rsp
	now->depth = RED_ZONE;
	note_row(m, now);
	PUT(m, 0x50); // push %rax
	now->depth += WORD;
	now->on_stack = 1u << RAX;
	now->at[RAX] = (int32_t)now->depth;
	note_row(m, now);
	PUT(m, 0x9f, 0x0f, 0x90, 0xc0); // lahf; seto %al
}

static void put_restore(struct making *m, struct dt_cfi_state now)
{
	PUT(m, 0x04, 127, 0x9e, 0x58); // add $127, %al; sahf; pop %rax
	now.depth -= WORD;
	now.on_stack = 0;
	note_row(m, &now);
	PUT(m, 0x48, 0x8d, 0xa4, 0x24, 0x80, 0, 0, 0); // lea 128(%rsp), %rsp
}

static void put_counter(struct making *m, const struct dt_body_insn *in)
{
	const struct dt_body_counters *c = m->b->counters;
	struct dt_stub_firing f = {.from = in->at + m->b->bias, .begin = end_of(m)};
	struct other o = {.counter = m->next_counter++, .state.pc = f.from};

	note_row(m, &o.state);
	if (!in->flags_are_dead)
		put_save(m, &o.state);
	PUT(m, 0x64, 0x81, 0x3c, 0x25); // cmpl $THREAD, %fs:ID
	put32(m, (uint32_t)m->t->thread_id);
	put32(m, c->thread);
	PUT(m, 0x0f, 0x85); // jne
	o.enter = m->area->bytes.len;
	put32(m, 0);
	put_is_open(m);
	PUT(m, 0x74, 7);	  // je
	PUT(m, 0x48, 0xff, 0x05); // incq
	put_distance(m, c->own + o.counter * sizeof(uint64_t), 0);
	o.done = end_of(m);
	if (!in->flags_are_dead)
		put_restore(m, o.state);
	f.end = end_of(m);
	dt_vec_push(&m->stub->counters, f);
	dt_vec_push(&m->others, o);
}

static void put_others(struct making *m)
{
	dt_vec_foreach (&m->others, o) {
		set_distance(m, o->enter, end_of(m));
		note_row(m, &o->state);
		put_is_open(m);
		PUT(m, 0x0f, 0x84); // je
		put_distance(m, o->done, 0);
		PUT(m, 0xf0, 0x48, 0xff, 0x05); // lock incq
		put_distance(m, m->b->counters->others + o->counter * sizeof(uint64_t), 0);
		PUT(m, JMP);
		put_distance(m, o->done, 0);
	}
}

// ---- copies

/** Appends a jump that is completed later. */
static void note_fixup(struct making *m, size_t target)
{
	dt_vec_push(&m->fixups, ((struct fixup){m->area->bytes.len - DISTANCE, target}));
}

/** Appends the copy of an instruction that moves. */
static enum dt_refusal put_moving(struct making *m, const uint8_t *bytes,
				  const struct dt_decoded *d)
{
	const struct dt_body *body = m->b->body;
	uint64_t target = dt_decoded_target(d);
	enum dt_refusal why = dt_move_one(m->area, bytes, d);
	const struct dt_body_insn *to;

	if (why != DT_REFUSE_NONE || !target)
		return why;
	to = dt_body_find(body, target - m->b->bias);
	if (to)
		note_fixup(m, (size_t)(to - body->insns.data));
	return DT_REFUSE_NONE;
}

/** Appends the copy of a call that passes the original's return address. */
static void put_call(struct making *m, const uint8_t *bytes, const struct dt_decoded *d)
{
	uint64_t back = d->at + d->insn.length;

	note_row(m, &(struct dt_cfi_state){.pc = d->at});
	PUT(m, 0xe8, 1, 0, 0, 0, 0xcc); // call next; int3
	note_row(m, &(struct dt_cfi_state){.pc = d->at, .depth = WORD});
	PUT(m, 0xc7, 0x04, 0x24); // movl $LOW, (%rsp)
	put32(m, (uint32_t)back);
	PUT(m, 0xc7, 0x44, 0x24, 0x04); // movl $HIGH, 4(%rsp)
	put32(m, (uint32_t)(back >> 32));
	if (d->insn.raw.imm[0].is_relative) {
		PUT(m, JMP);
		put_distance(m, dt_decoded_target(d), 0);
		return;
	}
	size_t at = d->insn.raw.modrm.offset;

	dt_copy_put(m->area, bytes, at);
	PUT(m, bytes[at] ^ CALL_TO_JMP);
	if (d->operands[0].type == ZYDIS_OPERAND_TYPE_MEMORY)
		put_distance(m, back + (uint64_t)d->operands[0].mem.disp.value, 0);
}

/** Appends the points in front of an instruction. */
static enum dt_refusal put_points(struct making *m, const struct dt_body_insn *in)
{
	const struct dt_stub_body *b = m->b;
	enum dt_refusal why = DT_REFUSE_NONE;

	for (; why == DT_REFUSE_NONE && m->next_point < b->n_points &&
	       b->points[m->next_point].plan->fires == in->at;
	     m->next_point++)
		why = dt_stub_add_point(m->area, m->t, m->routines, &b->points[m->next_point],
					b->bias, false, false, m->stub);
	return why;
}

/** Reports whether control may continue behind instruction i, and no copy follows. */
static bool falls_out(const struct dt_body *body, size_t i, const struct dt_decoded *d)
{
	const struct dt_body_insn *in = &body->insns.data[i];

	if (in->kind != DT_BODY_MOVES || d->insn.mnemonic == ZYDIS_MNEMONIC_JMP ||
	    d->insn.mnemonic == ZYDIS_MNEMONIC_RET)
		return false;
	return i + 1 == body->insns.len || in[1].at != in->at + in->size;
}

static enum dt_refusal put_insn(struct making *m, size_t i)
{
	const struct dt_body_insn *in = &m->b->body->insns.data[i];
	struct dt_moved moved = {.from = in->at + m->b->bias, .from_size = in->size};
	enum dt_refusal why;
	struct dt_decoded d;
	size_t n;
	const uint8_t *bytes = dt_text_bytes(m->b->text, in->at, &n);

	if (!bytes || n < in->size || !dt_decode(bytes, in->size, moved.from, &d))
		return DT_REFUSE_BYTES;
	m->starts[i] = end_of(m);
	if (in->is_counted && m->b->counters)
		put_counter(m, in);
	why = put_points(m, in);
	moved.to = end_of(m);
	if (why == DT_REFUSE_NONE && in->kind == DT_BODY_MOVES)
		why = put_moving(m, bytes, &d);
	else if (why == DT_REFUSE_NONE && in->kind == DT_BODY_STAYS)
		why = dt_stub_add_jump(m->area, moved.from);
	else if (why == DT_REFUSE_NONE)
		put_call(m, bytes, &d);
	moved.to_size = (uint8_t)(end_of(m) - moved.to);
	if (in->kind == DT_BODY_MOVES)
		dt_move_note(m->area, &moved);
	if (why == DT_REFUSE_NONE && falls_out(m->b->body, i, &d))
		why = dt_stub_add_jump(m->area, moved.from + in->size);
	moved.to_size = (uint8_t)(end_of(m) - moved.to);
	dt_vec_push(&m->stub->moved.v, moved);
	return why;
}

static enum dt_refusal put_code(struct making *m)
{
	const struct dt_body *body = m->b->body;
	enum dt_refusal why = DT_REFUSE_NONE;

	for (size_t i = 0; i < body->insns.len && why == DT_REFUSE_NONE; i++)
		why = put_insn(m, i);
	if (why != DT_REFUSE_NONE)
		return why;
	dt_vec_foreach (&m->fixups, f)
		set_distance(m, f->at, m->starts[f->target]);
	if (m->b->counters)
		put_others(m);
	return m->is_far ? DT_REFUSE_REACH : DT_REFUSE_NONE;
}

// ---- patches

static enum dt_refusal add_patch(struct making *m, uint64_t at, unsigned size, uint64_t target)
{
	struct dt_patch p = {0};
	size_t n;
	const uint8_t *bytes = dt_text_bytes(m->b->text, at, &n);
	enum dt_refusal why = bytes && n >= size
				  ? dt_patch_make(&p, at + m->b->bias, size, bytes, target)
				  : DT_REFUSE_BYTES;

	dt_vec_push(&m->stub->ways, p);
	return why;
}

static enum dt_refusal add_patches(struct making *m)
{
	const struct dt_body *body = m->b->body;
	enum dt_refusal why = DT_REFUSE_NONE;

	for (size_t i = 0; i < body->landings.len && why == DT_REFUSE_NONE; i++) {
		const struct dt_landing *l = &body->landings.data[i];
		const struct dt_body_insn *in = dt_body_find(body, l->at);
		uint64_t start = m->starts[in - body->insns.data];

		why = add_patch(m, l->hop ? l->hop : l->at, DT_JUMP, start);
		if (l->hop && why == DT_REFUSE_NONE)
			why = add_patch(m, l->at, DT_HOP, l->hop + m->b->bias);
	}
	return why;
}

enum dt_refusal dt_stub_add_body(struct dt_copy *area, const struct dt_stub_target *t,
				 const struct dt_stub_routines *routines,
				 const struct dt_stub_body *body, struct dt_stub *ret)
{
	struct making m = {.area = area, .t = t, .routines = routines, .b = body, .stub = ret};
	const struct dt_cfi_mark mark = dt_cfi_mark(area->cfi);
	size_t before = area->bytes.len;
	enum dt_refusal why;

	dt_stub_align(area, 0);
	*ret = (struct dt_stub){.begin = end_of(&m)};
	m.starts = dt_zalloc((body->body->insns.len + 1) * sizeof(*m.starts));
	why = put_code(&m);
	if (why == DT_REFUSE_NONE)
		why = add_patches(&m);
	ret->end = end_of(&m);
	free(m.starts);
	dt_vec_deinit(&m.fixups);
	dt_vec_deinit(&m.others);
	if (why != DT_REFUSE_NONE) {
		area->bytes.len = before;
		dt_cfi_return(area->cfi, &mark);
		dt_stub_deinit(ret);
	}
	return why;
}
