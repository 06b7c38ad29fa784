/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The code of a point, with T as scratch register:
 *
 *	        lea -128(%rsp), %rsp        if the red zone may be in use
 *	        push %rax; push T; push %rbp
 *	        lahf; seto %al              unless the flags are dead
 *	        push %rax                   if programs overwrite it
 *	        find rbp = level 0, or go to a detour
 *	        go to a detour unless the level is free
 *	        push %rbp
 *	        mov %rsp, busy(%rbp)
 *	        store registers in the level
 *	        call each program
 *	        load the registers that programs overwrote
 *	        movq $0, busy(%rbp)
 *	        pop T
 *	pass:   restore in reverse order
 *
 * If all programs leave the level as it is, a firing shares it with those that it interrupts. It
 * pushes the registers then, and marks nothing.
 *
 * The detours lie before the stub's first byte, or else behind the restores.
 *
 * A signal handler may interrupt it at each instruction, and its own firings end first, or it jumps
 * away and the stub never continues. So no operation need be atomic, but for the claim of a slot:
 * other threads claim slots, too.
 *
 * Each change of the stack and of what is saved there, or in the level, is a row for unwinders.
 *
 * Decision: docs/dev/decisions/0092-stubs-save-in-the-level.md
 * Decision: docs/dev/decisions/0113-shared-levels.md
 * Decision: docs/dev/decisions/0143-stubs-have-unwinding-tables.md
 */
#include "instrument/move/x86_64/internal.h"

#include "abi/native.h"
#include "instrument/move/cfi.h"
#include "native/native.h"
#include "native/x86_64/x86.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#define BIT(reg) (1u << (reg))

enum {
	WORD = 8,
	RED_ZONE = 128,
	PAGE = 4096,
	FILL = 0xcc,
	OVERFLOW_AL = 127, // 1 + 127 overflows
};

#define LEVEL(field)	 ((int32_t)offsetof(struct dt_native_level, field))
#define SLOT(field)	 ((int32_t)offsetof(struct dt_native_slot, field))
#define DIRECTORY(field) ((int32_t)offsetof(struct dt_native_directory, field))

/** Words of struct pt_regs. */
enum {
	REGS_ORIG_RAX = 15,
	REGS_RIP,
	REGS_CS,
	REGS_FLAGS,
	REGS_RSP,
	REGS_SS,
	USER_CS = 0x33,
	USER_SS = 0x2b,
};

/** The word of each register. */
static const uint8_t words[] = {
    [RAX] = 10, [RCX] = 11, [RDX] = 12, [RBX] = 5, [RSP] = REGS_RSP, [RBP] = 4,
    [RSI] = 13, [RDI] = 14, [R8] = 9,	[R9] = 8,  [R10] = 7,	     [R11] = 6,
    [R12] = 3,	[R13] = 2,  [R14] = 1,	[R15] = 0,
};

static const struct dt_x86_rm none = {.kind = DT_X86_IN_REG};

/* short forms of instructions */

static void put(struct dt_code *c, enum dt_x86_form form, enum dt_x86_reg reg, struct dt_x86_rm rm)
{
	dt_x86_put(c, form, 8, reg, rm, 0);
}

static void put32(struct dt_code *c, enum dt_x86_form form, enum dt_x86_reg reg,
		  struct dt_x86_rm rm)
{
	dt_x86_put(c, form, 4, reg, rm, 0);
}

/** Appends form rm, imm on `width` bytes. */
static void put_imm(struct dt_code *c, enum dt_x86_form form, unsigned width, struct dt_x86_rm rm,
		    int64_t imm)
{
	dt_x86_put(c, form, width, RAX, rm, imm);
}

static void put_plain(struct dt_code *c, enum dt_x86_form form)
{
	dt_x86_put(c, form, 4, RAX, none, 0);
}

static void put_push(struct dt_code *c, enum dt_x86_reg reg)
{
	dt_x86_put(c, DT_X86_PUSH, 4, reg, none, 0);
}

static void put_pop(struct dt_code *c, enum dt_x86_reg reg)
{
	dt_x86_put(c, DT_X86_POP, 4, reg, none, 0);
}

static void put_const(struct dt_code *c, enum dt_x86_reg reg, uint64_t value)
{
	dt_x86_put(c, DT_X86_CONST, value >> 32 ? 8 : 4, reg, none, (int64_t)value);
}

static void put_jump_if(struct dt_code *c, enum dt_x86_cond cond, int64_t label)
{
	dt_x86_put_jump_if(c, cond, DT_REF_LABEL, label);
}

static void put_jump(struct dt_code *c, int64_t label)
{
	dt_x86_put_jump(c, DT_X86_JMP, DT_REF_LABEL, label);
}

static bool fits(uint64_t value)
{
	return (int64_t)value == (int32_t)value;
}

/** Reports whether code at about `here` can refer to an address by a distance of 32 bits. */
static bool is_near(uint64_t here, uint64_t address)
{
	enum { MARGIN = 1 << 20 }; // more than a stub

	return fits(address - here + MARGIN) && fits(address - here - MARGIN);
}

/** Appends a store of a constant; overwrites `scratch`. */
static void put_store(struct dt_code *c, struct dt_x86_rm to, uint64_t value,
		      enum dt_x86_reg scratch)
{
	if (fits(value)) {
		put_imm(c, DT_X86_STORE_IMM, 8, to, (int64_t)value);
		return;
	}
	put_const(c, scratch, value);
	put(c, DT_X86_STORE, scratch, to);
}

/** Appends rbp = level 0 of the slot whose number is in rbp. `directory` has its address; it is
 *  overwritten. */
static void put_level(struct dt_code *c, const struct dt_stub_target *t, enum dt_x86_reg directory)
{
	struct dt_x86_rm rbp = dt_x86_in(RBP);
	uint64_t distance = t->levels - t->directory;

	dt_x86_put(c, DT_X86_IMUL_IMM, 8, RBP, rbp, (int64_t)DT_NATIVE_LEVELS * t->level_size);
	if (fits(distance)) {
		put(c, DT_X86_LEA, RBP, dt_x86_at_sum(RBP, directory, (int32_t)distance));
		return;
	}
	put_const(c, directory, t->levels);
	put(c, DT_X86_ADD, RBP, dt_x86_in(directory));
}

/** Appends the finished code to an area. Its references to the region are addresses. */
static bool append(struct dt_copy *area, struct dt_code *c)
{
	bool is_near = dt_code_link(c, -(int64_t)(area->base + area->bytes.len));

	if (is_near)
		dt_copy_put(area, c->bytes.data, c->bytes.len);
	dt_code_deinit(c);
	return is_near;
}

/* routines */

/** Appends rbx = the word of the directory at (rax + rcx) % its size, whose index is in rdi; rdx is
 *  the directory. */
static void put_entry(struct dt_code *c)
{
	put32(c, DT_X86_LOAD, RDI, dt_x86_in(RAX));
	put32(c, DT_X86_ADD, RDI, dt_x86_in(RCX));
	put_imm(c, DT_X86_AND_IMM, 4, dt_x86_in(RDI), DT_NATIVE_ENTRIES - 1);
	put(c, DT_X86_LOAD, RBX, dt_x86_at_index(RDX, RDI, DIRECTORY(entries)));
}

/** Appends the end of a loop: ecx + 1, and again while it is less than n. */
static void put_next(struct dt_code *c, uint32_t n, int64_t again)
{
	put_imm(c, DT_X86_ADD_IMM8, 4, dt_x86_in(RCX), 1);
	put_imm(c, DT_X86_CMP_IMM, 4, dt_x86_in(RCX), n);
	put_jump_if(c, DT_X86_IF_BELOW, again);
}

/** Appends: find the thread rax in the directory, and go to `found` with its slot in rbp. */
static void put_find(struct dt_code *c, const struct dt_stub_target *t, int64_t found)
{
	int64_t again = dt_code_label(c), next = dt_code_label(c);

	put32(c, DT_X86_XOR, RCX, dt_x86_in(RCX));
	dt_code_place(c, again);
	put_entry(c);
	put32(c, DT_X86_CMP, RBX, dt_x86_in(RAX));
	put_jump_if(c, DT_X86_IF_NOT_EQUAL, next);
	put(c, DT_X86_LOAD, RBP, dt_x86_in(RBX));
	put_imm(c, DT_X86_SHR_IMM, 8, dt_x86_in(RBP), 32);
	put_imm(c, DT_X86_CMP_IMM, 4, dt_x86_in(RBP), t->n_slots);
	put_jump_if(c, DT_X86_IF_BELOW, found);
	dt_code_place(c, next);
	put_next(c, DT_NATIVE_SEARCH, again);
}

/** Appends: claim a free slot for thread rax, and go on with its number in ecx and its address in
 *  rsi; or go to `failed`. */
static void put_take(struct dt_code *c, const struct dt_stub_target *t, int64_t failed)
{
	int64_t again = dt_code_label(c), next = dt_code_label(c), end = dt_code_label(c);
	struct dt_x86_rm owner = dt_x86_at(RSI, SLOT(owner));

	put_const(c, RSI, t->slots);
	put32(c, DT_X86_XOR, RCX, dt_x86_in(RCX));
	dt_code_place(c, again);
	put_imm(c, DT_X86_CMP_IMM8, 4, owner, 0);
	put_jump_if(c, DT_X86_IF_NOT_EQUAL, next);
	put32(c, DT_X86_LOAD, RBX, dt_x86_in(RAX));
	put32(c, DT_X86_XOR, RAX, dt_x86_in(RAX));
	owner.locked = true;
	put32(c, DT_X86_CMPXCHG, RBX, owner); // if (owner == 0) owner = thread
	put32(c, DT_X86_LOAD, RAX, dt_x86_in(RBX));
	put_jump_if(c, DT_X86_IF_EQUAL, end);
	dt_code_place(c, next);
	put_imm(c, DT_X86_ADD_IMM8, 8, dt_x86_in(RSI), sizeof(struct dt_native_slot));
	put_next(c, t->n_slots, again);
	put_jump(c, failed);
	dt_code_place(c, end);
}

/** Appends: enter thread rax with its slot rbp in the directory, and go to `found`; or go to
 *  `entered` with another slot in rbx that a handler has entered for the thread meanwhile. */
static void put_enter(struct dt_code *c, int64_t found, int64_t entered)
{
	int64_t again = dt_code_label(c), next = dt_code_label(c);
	struct dt_x86_rm entry = dt_x86_at_index(RDX, RDI, DIRECTORY(entries));

	entry.locked = true;
	put32(c, DT_X86_XOR, RCX, dt_x86_in(RCX));
	dt_code_place(c, again);
	put_entry(c);
	put32(c, DT_X86_CMP, RBX, dt_x86_in(RAX));
	put_jump_if(c, DT_X86_IF_EQUAL, entered);
	put(c, DT_X86_TEST, RBX, dt_x86_in(RBX));
	put_jump_if(c, DT_X86_IF_NOT_EQUAL, next);
	put(c, DT_X86_LOAD, RBX, dt_x86_in(RBP));
	put_imm(c, DT_X86_SHL_IMM, 8, dt_x86_in(RBX), 32);
	put(c, DT_X86_OR, RBX, dt_x86_in(RAX));
	put_push(c, RAX);
	put32(c, DT_X86_XOR, RAX, dt_x86_in(RAX));
	put(c, DT_X86_CMPXCHG, RBX, entry); // if (entry == 0) entry = slot << 32 | thread
	put_pop(c, RAX);
	put_jump_if(c, DT_X86_IF_EQUAL, found);
	put_jump(c, again); // another thread has entered itself there, or a handler this one
	dt_code_place(c, next);
	put_next(c, DT_NATIVE_SEARCH, again);
}

/** Appends the thread's id, rax, to the levels of slot rbp, through rbx; overwrites rdi. */
static void put_thread(struct dt_code *c, const struct dt_stub_target *t)
{
	put(c, DT_X86_LOAD, RBX, dt_x86_in(RBP));
	dt_x86_put(c, DT_X86_IMUL_IMM, 8, RBX, dt_x86_in(RBX),
		   (int64_t)DT_NATIVE_LEVELS * t->level_size);
	put_const(c, RDI, t->levels);
	put(c, DT_X86_ADD, RBX, dt_x86_in(RDI));
	for (int k = 0; k < DT_NATIVE_LEVELS; k++) {
		int32_t level = k * (int32_t)t->level_size;

		put32(c, DT_X86_STORE, RAX, dt_x86_at(RBX, level + LEVEL(pid_tgid)));
		put32(c, DT_X86_STORE, RAX, dt_x86_at(RBX, level + LEVEL(thread)));
	}
}

/** rbp = level 0 of the slot of the thread rax, or 0, which `counts` counts; it overwrites rax and
 *  the flags. */
static void put_claim(struct dt_code *c, const struct dt_stub_target *t, bool counts)
{
	static const enum dt_x86_reg saved[] = {RCX, RDX, RBX, RSI, RDI};
	int64_t found = dt_code_label(c), drop = dt_code_label(c), pass = dt_code_label(c);
	int64_t end = dt_code_label(c), entered = dt_code_label(c);
	struct dt_x86_rm misses = dt_x86_at(RDX, SLOT(misses));

	for (size_t k = 0; k < sizeof(saved) / sizeof(*saved); k++)
		put_push(c, saved[k]);
	put_const(c, RDX, t->directory);
	put_imm(c, DT_X86_CMP_IMM8, 8, dt_x86_at(RDX, DIRECTORY(is_open)), 0);
	put_jump_if(c, DT_X86_IF_EQUAL, pass);
	put32(c, DT_X86_TEST, RAX, dt_x86_in(RAX)); // a thread about to end may have no id
	put_jump_if(c, DT_X86_IF_EQUAL, drop);
	put_find(c, t, found);
	put_take(c, t, drop);
	put(c, DT_X86_LOAD, RBP, dt_x86_in(RCX));
	put_thread(c, t);
	put_enter(c, found, entered);
	put_imm(c, DT_X86_STORE_IMM, 4, dt_x86_at(RSI, SLOT(owner)), 0);
	put_jump(c, drop);
	dt_code_place(c, entered);
	put_imm(c, DT_X86_STORE_IMM, 4, dt_x86_at(RSI, SLOT(owner)), 0);
	put(c, DT_X86_LOAD, RBP, dt_x86_in(RBX));
	put_imm(c, DT_X86_SHR_IMM, 8, dt_x86_in(RBP), 32);
	put_imm(c, DT_X86_CMP_IMM, 4, dt_x86_in(RBP), t->n_slots);
	put_jump_if(c, DT_X86_IF_BELOW, found);
	dt_code_place(c, drop);
	misses.locked = true;
	if (counts) {
		put_const(c, RDX, t->slots); // in the region, which the tracer can read to the end
		put_imm(c, DT_X86_ADD_IMM8, 8, misses, 1);
	}
	dt_code_place(c, pass);
	put32(c, DT_X86_XOR, RBP, dt_x86_in(RBP));
	put_jump(c, end);
	dt_code_place(c, found);
	put_level(c, t, RDX);
	dt_code_place(c, end);
	for (size_t k = sizeof(saved) / sizeof(*saved); k > 0; k--)
		put_pop(c, saved[k - 1]);
	put_plain(c, DT_X86_RET);
}

static void put_counting_claim(struct dt_code *c, const struct dt_stub_target *t)
{
	put_claim(c, t, true);
}

static void put_quiet_claim(struct dt_code *c, const struct dt_stub_target *t)
{
	put_claim(c, t, false);
}

/** rbp = a level for a firing that finds level 0, rbp, busy; or 0. It overwrites rax and the flags.
 *  A busy level is free again if its stub's frame is gone. Frames in other pages than the present
 *  one are not read: the stack may be another one, and unmapped. */
static void put_nest(struct dt_code *c, const struct dt_stub_target *t)
{
	int64_t again = dt_code_label(c), next = dt_code_label(c), take = dt_code_label(c);
	struct dt_x86_rm rax = dt_x86_in(RAX);

	put_push(c, RCX);
	put_push(c, RDX);
	put(c, DT_X86_LOAD, RDX, dt_x86_in(RBP));
	put32(c, DT_X86_XOR, RCX, dt_x86_in(RCX));
	dt_code_place(c, again);
	put(c, DT_X86_LOAD, RAX, dt_x86_at(RDX, LEVEL(busy)));
	put(c, DT_X86_TEST, RAX, rax);
	put_jump_if(c, DT_X86_IF_EQUAL, take);
	put_push(c, RCX);
	put(c, DT_X86_LOAD, RCX, dt_x86_in(RSP));
	put(c, DT_X86_XOR, RCX, rax);
	put_imm(c, DT_X86_CMP_IMM, 8, dt_x86_in(RCX), PAGE);
	put_pop(c, RCX);
	put_jump_if(c, DT_X86_IF_NOT_BELOW, next);
	put(c, DT_X86_CMP, RDX, dt_x86_at(RAX, 0)); // its stub's frame is no more
	put_jump_if(c, DT_X86_IF_NOT_EQUAL, take);
	dt_code_place(c, next);
	put_imm(c, DT_X86_ADD_IMM, 8, dt_x86_in(RDX), t->level_size);
	put_next(c, DT_NATIVE_LEVELS, again);
	put32(c, DT_X86_LOAD, RAX, dt_x86_at(RBP, LEVEL(slot)));
	put32(c, DT_X86_XOR, RDX, dt_x86_in(RDX));
	put_imm(c, DT_X86_CMP_IMM, 4, rax, t->n_slots);
	put_jump_if(c, DT_X86_IF_NOT_BELOW, take);
	dt_x86_put(c, DT_X86_IMUL_IMM, 8, RAX, rax, sizeof(struct dt_native_slot));
	put_const(c, RCX, t->slots);
	put(c, DT_X86_ADD, RAX, dt_x86_in(RCX));
	put_imm(c, DT_X86_ADD_IMM8, 8, dt_x86_at(RAX, SLOT(drops)), 1);
	dt_code_place(c, take);
	put(c, DT_X86_LOAD, RBP, dt_x86_in(RDX));
	put_pop(c, RDX);
	put_pop(c, RCX);
	put_plain(c, DT_X86_RET);
}

/** Appends a routine and returns its address. */
static uint64_t add_routine(struct dt_copy *area, const struct dt_stub_target *t,
			    void (*routine)(struct dt_code *, const struct dt_stub_target *))
{
	uint64_t address = area->base + area->bytes.len;
	struct dt_code c = {0};

	routine(&c, t);
	if (!append(area, &c))
		assert(!"routines refer to nothing outside");
	dt_cfi_add_routine(area->cfi, area, address);
	return address;
}

void dt_stub_routines(struct dt_copy *area, const struct dt_stub_target *t,
		      struct dt_stub_routines *ret)
{
	*ret = (struct dt_stub_routines){.claim = add_routine(area, t, put_counting_claim),
					 .quiet = add_routine(area, t, put_quiet_claim),
					 .nest = add_routine(area, t, put_nest)};
}

/* stubs */

/** A row for unwinders, from an offset in a point's code on. */
struct row {
	size_t offset;
	struct dt_cfi_state frame;
};

/** The same in a detour. It begins with the state behind the saves, which may come later. */
struct detour_row {
	size_t offset;
	bool has_rax; // on the stack
};

/** The code of a point. */
struct stub {
	struct dt_code code;
	const struct dt_stub_target *t;
	const struct dt_stub_routines *routines;
	const struct dt_stub_point *point;
	uint64_t probed; // address in the target
	uint16_t dead;
	bool uses_red_zone, flags_are_dead;
	bool is_quiet;		  // see struct dt_stub_call, of all calls
	bool shares_level;	  // the registers lie on the stack, and the level is not marked
	uint32_t clobbers, reads; // of all calls
	uint32_t kept;		  // registers that programs overwrite, besides those of put_saves()
	enum dt_x86_reg scratch;
	uint32_t pushed;	 // registers on the stack
	int32_t flags_at;	 // of the word of flags, if programs read it: the depth behind it
	struct dt_cfi_state now; // the state of the stack and of registers; `at` of a pushed
				 // register is the depth behind it
	struct dt_cfi_state at_detour;
	dt_vec(struct row) rows;	   // the first is at the beginning
	dt_vec(struct detour_row) detours; // before or behind all rows
};

static bool is_dead(const struct stub *s, enum dt_x86_reg reg)
{
	return s->dead & BIT(reg);
}

/** Chooses a register that programs overwrite and the function does not need, if there is one. */
static enum dt_x86_reg choose_scratch(const struct stub *s)
{
	uint32_t others = ~(BIT(RAX) | BIT(RSP) | BIT(RBP)), dead = s->dead & others;
	uint32_t clobbers = s->clobbers & others;
	uint32_t best = clobbers & dead ? clobbers & dead
			: dead		? dead
			: clobbers	? clobbers
					: BIT(RCX);

	return (enum dt_x86_reg)__builtin_ctz(best);
}

static struct dt_x86_rm word_of(enum dt_x86_reg reg)
{
	return dt_x86_at(RBP, LEVEL(regs) + WORD * words[reg]);
}

static struct dt_x86_rm word(int k)
{
	return dt_x86_at(RBP, LEVEL(regs) + WORD * k);
}

/** Notes the state of the stack and of registers from here on. */
static void note_row(struct stub *s)
{
	dt_vec_push(&s->rows, ((struct row){s->code.bytes.len, s->now}));
}

static void deepen(struct stub *s, int bytes)
{
	s->now.depth += (uint32_t)bytes;
	note_row(s);
}

static void push(struct stub *s, enum dt_x86_reg reg)
{
	put_push(&s->code, reg);
	deepen(s, WORD);
}

/** The same, where the word is the interrupted code's. */
static void push_saved(struct stub *s, enum dt_x86_reg reg)
{
	put_push(&s->code, reg);
	s->now.on_stack |= BIT(reg);
	s->now.at[reg] = (int32_t)s->now.depth + WORD;
	deepen(s, WORD);
}

static void pop(struct stub *s, enum dt_x86_reg reg)
{
	put_pop(&s->code, reg);
	if (s->now.on_stack & BIT(reg) && s->now.at[reg] == (int32_t)s->now.depth)
		s->now.on_stack &= ~BIT(reg);
	deepen(s, -WORD);
}

static void save(struct stub *s, enum dt_x86_reg reg)
{
	if (is_dead(s, reg) && !(s->reads >> words[reg] & 1))
		return;
	push_saved(s, reg);
	s->pushed |= BIT(reg);
}

/** Reports whether the flags cannot stay in rax. */
static bool pushes_flags(const struct stub *s)
{
	return !s->flags_are_dead && s->clobbers & BIT(RAX);
}

static void put_saves(struct stub *s)
{
	struct dt_code *c = &s->code;

	if (s->uses_red_zone) {
		put(c, DT_X86_LEA, RSP, dt_x86_at(RSP, -RED_ZONE));
		deepen(s, RED_ZONE);
	}
	if (s->reads >> REGS_FLAGS & 1) {
		put_plain(c, DT_X86_PUSHF);
		deepen(s, WORD);
		s->flags_at = (int32_t)s->now.depth;
	}
	if (!s->flags_are_dead || s->clobbers & BIT(RAX) || s->reads >> words[RAX] & 1)
		save(s, RAX);
	save(s, s->scratch);
	save(s, RBP);
	if (!s->flags_are_dead) {
		put_plain(c, DT_X86_LAHF);
		put_imm(c, DT_X86_SETO, 1, dt_x86_in(RAX), 0);
	}
	if (pushes_flags(s))
		push(s, RAX);
	s->at_detour = s->now;
}

static void put_restores(struct stub *s)
{
	struct dt_code *c = &s->code;
	int32_t rest = s->uses_red_zone ? RED_ZONE : 0;

	if (pushes_flags(s))
		pop(s, RAX);
	if (!s->flags_are_dead) {
		put_imm(c, DT_X86_ADD_BYTE, 1, dt_x86_in(RAX), OVERFLOW_AL);
		put_plain(c, DT_X86_SAHF);
	}
	if (s->pushed & BIT(RBP))
		pop(s, RBP);
	if (s->pushed & BIT(s->scratch))
		pop(s, s->scratch);
	if (s->pushed & BIT(RAX))
		pop(s, RAX);
	if (s->flags_at)
		rest += WORD;
	if (!rest)
		return;
	put(c, DT_X86_LEA, RSP, dt_x86_at(RSP, rest));
	deepen(s, -rest);
}

/** Labels of a firing. */
struct labels {
	int64_t claim, found; // the thread has no known slot; rbp is level 0 of its slot
	int64_t nest, take;   // level 0 is busy; rbp is a free level
	int64_t pass, end;    // only the stack has something to restore; behind the code
};

/** Appends `reg` = an address, for code at about `here`. */
static void put_address(struct dt_code *c, enum dt_x86_reg reg, uint64_t here, uint64_t address)
{
	if (is_near(here, address))
		put(c, DT_X86_LEA, reg, dt_x86_ref(DT_REF_REGION, (int64_t)address));
	else
		put_const(c, reg, address);
}

/** Appends rbp = the level of the firing, or a jump to code that put_detours() appends. */
static void put_find_level(struct stub *s, const struct labels *l, uint64_t here)
{
	struct dt_code *c = &s->code;
	struct dt_x86_rm rbp = dt_x86_in(RBP), thread = dt_x86_at_thread(s->t->thread_id);

	put32(c, DT_X86_LOAD, RBP, thread);
	put_address(c, s->scratch, here, s->t->directory);
	put_imm(c, DT_X86_AND_IMM, 4, rbp, DT_NATIVE_ENTRIES - 1);
	put_jump_if(c, DT_X86_IF_EQUAL, l->claim); // an empty entry is not that of thread 0
	put(c, DT_X86_LOAD, RBP, dt_x86_at_index(s->scratch, RBP, DIRECTORY(entries)));
	put32(c, DT_X86_CMP, RBP, thread);
	put_jump_if(c, DT_X86_IF_NOT_EQUAL, l->claim);
	put_imm(c, DT_X86_SHR_IMM, 8, rbp, 32);
	put_level(c, s->t, s->scratch);
	dt_code_place(c, l->found);
	if (s->shares_level)
		return;
	put_imm(c, DT_X86_CMP_IMM8, 8, dt_x86_at(RBP, LEVEL(busy)), 0);
	put_jump_if(c, DT_X86_IF_NOT_EQUAL, l->nest);
	dt_code_place(c, l->take);
}

static void note_detour(struct stub *s, bool has_rax)
{
	dt_vec_push(&s->detours, ((struct detour_row){s->code.bytes.len, has_rax}));
}

/** Saves rax in a detour, if it is in use by the flags or by the function. */
static void put_detour_save(struct stub *s)
{
	note_detour(s, false);
	if (s->clobbers & BIT(RAX))
		return;
	put_push(&s->code, RAX);
	note_detour(s, true);
}

/** Appends a call of a routine, which overwrites rax; then a jump to `found` or `pass`. */
static void put_routine(struct stub *s, uint64_t routine, int64_t found, int64_t pass)
{
	struct dt_code *c = &s->code;

	dt_x86_put_jump(c, DT_X86_CALL, DT_REF_REGION, (int64_t)routine);
	if (!(s->clobbers & BIT(RAX)))
		put_pop(c, RAX);
	note_detour(s, false);
	put(c, DT_X86_TEST, RBP, dt_x86_in(RBP));
	put_jump_if(c, DT_X86_IF_NOT_EQUAL, found);
	put_jump(c, pass);
}

/** Appends what few firings do, out of the way of the others. */
static void put_detours(struct stub *s, const struct labels *l)
{
	struct dt_code *c = &s->code;

	dt_code_place(c, l->claim);
	put_detour_save(s);
	put32(c, DT_X86_LOAD, RAX, dt_x86_at_thread(s->t->thread_id));
	put_routine(s, s->is_quiet ? s->routines->quiet : s->routines->claim, l->found, l->pass);
	if (s->shares_level)
		return;
	dt_code_place(c, l->nest);
	put_detour_save(s);
	put_routine(s, s->routines->nest, l->take, l->pass);
}

/** Appends a store of a pushed word, which lies above the stack pointer. */
static void put_pushed(struct stub *s, int32_t at, struct dt_x86_rm to)
{
	put(&s->code, DT_X86_LOAD, s->scratch, dt_x86_at(RSP, (int32_t)s->now.depth - at));
	put(&s->code, DT_X86_STORE, s->scratch, to);
}

/** Appends stores of the registers that programs read or overwrite. */
static void put_registers(struct stub *s)
{
	struct dt_code *c = &s->code;

	for (enum dt_x86_reg reg = RAX; reg <= R15; reg++) {
		bool is_read = s->reads >> words[reg] & 1;

		if (reg == RSP || (!is_read && !(s->kept & BIT(reg))))
			continue;
		if (!(s->pushed & BIT(reg)))
			put(c, DT_X86_STORE, reg, word_of(reg));
		else if (is_read)
			put_pushed(s, s->now.at[reg], word_of(reg));
	}
	for (int reg = RAX; reg <= R15; reg++)
		if (s->kept & BIT(reg))
			s->now.at[reg] = LEVEL(regs) + WORD * words[reg];
	s->now.in_level = s->kept;
	note_row(s);
	if (s->reads >> REGS_FLAGS & 1)
		put_pushed(s, s->flags_at, word(REGS_FLAGS));
	if (s->reads >> REGS_RSP & 1) {
		put(c, DT_X86_LEA, s->scratch,
		    dt_x86_at(RSP, (int32_t)(s->now.depth + s->point->plan->pushed)));
		put(c, DT_X86_STORE, s->scratch, word(REGS_RSP));
	}
	if (s->reads >> REGS_RIP & 1)
		put_store(c, word(REGS_RIP), s->probed, s->scratch);
	if (s->reads >> REGS_ORIG_RAX & 1)
		put_store(c, word(REGS_ORIG_RAX), UINT64_MAX, s->scratch);
	if (s->reads >> REGS_CS & 1)
		put_store(c, word(REGS_CS), USER_CS, s->scratch);
	if (s->reads >> REGS_SS & 1)
		put_store(c, word(REGS_SS), USER_SS, s->scratch);
}

/** Appends a call to an address, through the scratch register if it is far from `here`. */
static void put_call(struct stub *s, uint64_t here, uint64_t entry)
{
	if (is_near(here, entry)) {
		dt_x86_put_jump(&s->code, DT_X86_CALL, DT_REF_REGION, (int64_t)entry);
		return;
	}
	put_const(&s->code, s->scratch, entry);
	put32(&s->code, DT_X86_CALL_BY, RAX, dt_x86_in(s->scratch));
}

/** Appends the calls of programs. */
static void put_calls(struct stub *s, uint64_t here)
{
	for (size_t k = 0; k < s->point->n_calls; k++) {
		const struct dt_stub_call *call = &s->point->calls[k];

		if (call->reads & DT_NATIVE_READS_COOKIE)
			put_store(&s->code, dt_x86_at(RBP, LEVEL(cookie)), call->cookie,
				  s->scratch);
		put_call(s, here, call->entry);
	}
}

/** Appends the part that leaves the level as it is. */
static void put_shared_firing(struct stub *s, uint64_t here)
{
	for (int reg = RAX; reg <= R15; reg++)
		if (s->kept & BIT(reg))
			push_saved(s, (enum dt_x86_reg)reg);
	put_calls(s, here);
	for (int reg = R15; reg >= RAX; reg--)
		if (s->kept & BIT(reg))
			pop(s, (enum dt_x86_reg)reg);
}

/** Appends the part with a level of its own. */
static void put_firing(struct stub *s, uint64_t here)
{
	struct dt_code *c = &s->code;

	push(s, RBP); // busy points here
	if (s->reads & DT_NATIVE_READS_TIME)
		put_imm(c, DT_X86_STORE_IMM, 8, dt_x86_at(RBP, LEVEL(began)), 0);
	put(c, DT_X86_STORE, RSP, dt_x86_at(RBP, LEVEL(busy)));
	put_registers(s);
	put_calls(s, here);
	for (enum dt_x86_reg reg = RAX; reg <= R15; reg++)
		if (s->kept & BIT(reg))
			put(c, DT_X86_LOAD, reg, word_of(reg));
	s->now.in_level = 0;
	note_row(s);
	put_imm(c, DT_X86_STORE_IMM, 8, dt_x86_at(RBP, LEVEL(busy)), 0);
	put_pop(c, s->scratch); // the level's address
	deepen(s, -WORD);
}

/** Adds up what the calls of a point do. */
static void add_up_calls(struct stub *s)
{
	s->shares_level = s->is_quiet = true;
	for (size_t k = 0; k < s->point->n_calls; k++) {
		const struct dt_stub_call *call = &s->point->calls[k];

		s->clobbers |= call->clobbers;
		s->reads |= call->reads;
		s->shares_level &= call->shares_level;
		s->is_quiet &= call->is_quiet;
	}
	s->shares_level &= !s->reads;
}

static void add_detour_rows(const struct stub *s, struct dt_cfi *f, uint64_t base)
{
	dt_vec_foreach (&s->detours, r) {
		struct dt_cfi_state frame = s->at_detour;

		if (r->has_rax)
			frame.depth += WORD;
		if (r->has_rax && !(s->pushed & BIT(RAX))) {
			frame.on_stack |= BIT(RAX);
			frame.at[RAX] = (int32_t)frame.depth;
		}
		dt_cfi_add(f, base + r->offset, &frame);
	}
}

/** Adds all rows of a point, whose code is at `base`, by address. */
static void add_rows(const struct stub *s, struct dt_cfi *f, uint64_t base)
{
	bool are_first = s->detours.len && s->detours.data[0].offset < s->rows.data[0].offset;

	if (are_first)
		add_detour_rows(s, f, base);
	dt_vec_foreach (&s->rows, r)
		dt_cfi_add(f, base + r->offset, &r->frame);
	if (!are_first)
		add_detour_rows(s, f, base);
}

/** Appends the code of a point. Returns the offset of its first instruction in it. */
static size_t put_point(struct stub *s, uint64_t here, bool is_first)
{
	size_t begin;
	struct labels l = {.claim = dt_code_label(&s->code),
			   .found = dt_code_label(&s->code),
			   .nest = dt_code_label(&s->code),
			   .take = dt_code_label(&s->code),
			   .pass = dt_code_label(&s->code),
			   .end = dt_code_label(&s->code)};

	add_up_calls(s);
	s->scratch = choose_scratch(s);
	s->kept = s->clobbers & ~(BIT(RAX) | BIT(s->scratch) | BIT(RBP) | s->dead);
	if (is_first)
		put_detours(s, &l);
	begin = s->code.bytes.len;
	note_row(s);
	put_saves(s);
	put_find_level(s, &l, here);
	if (s->shares_level)
		put_shared_firing(s, here);
	else
		put_firing(s, here);
	dt_code_place(&s->code, l.pass);
	put_restores(s);
	if (!is_first) {
		put_jump(&s->code, l.end);
		put_detours(s, &l);
	}
	dt_code_place(&s->code, l.end);
	return begin;
}

enum dt_refusal dt_patch_make(struct dt_patch *p, uint64_t at, unsigned size, const uint8_t *old,
			      uint64_t target)
{
	int64_t distance = (int64_t)(target - (at + size));
	bool is_hop = size == DT_HOP;

	if (distance != (is_hop ? (int8_t)distance : (int32_t)distance))
		return DT_REFUSE_REACH;
	*p = (struct dt_patch){.at = at, .size = (uint8_t)size};
	memcpy(p->old, old, size);
	p->new[0] = is_hop ? 0xeb : 0xe9;
	memcpy(p->new + 1, &distance, size - 1u); // the low bytes come first
	return DT_REFUSE_NONE;
}

static enum dt_refusal make_patches(struct dt_stub *s, const struct dt_stub_block *b)
{
	uint64_t hop = b->plan->hop + b->bias, at = b->plan->at + b->bias;
	enum dt_refusal why;

	if (!b->plan->hop) {
		s->n_patches = 1;
		return dt_patch_make(&s->patches[0], at, DT_JUMP, b->bytes, s->begin);
	}
	s->n_patches = 2;
	why = dt_patch_make(&s->patches[0], hop, DT_JUMP, b->padding, s->begin);
	return why != DT_REFUSE_NONE ? why
				     : dt_patch_make(&s->patches[1], at, DT_HOP, b->bytes, hop);
}

void dt_stub_align(struct dt_copy *area, size_t n)
{
	while ((area->base + area->bytes.len + n) % DT_LINE)
		dt_vec_push(&area->bytes, FILL);
}

enum dt_refusal dt_stub_add_point(struct dt_copy *area, const struct dt_stub_target *t,
				  const struct dt_stub_routines *routines,
				  const struct dt_stub_point *point, uint64_t bias, bool is_first,
				  bool is_last, struct dt_stub *ret)
{
	const struct dt_plan *plan = point->plan;
	struct stub s = {.t = t,
			 .routines = routines,
			 .point = point,
			 .probed = plan->probed + bias,
			 .dead = is_last ? plan->dead : 0,
			 .uses_red_zone = plan->uses_red_zone,
			 .flags_are_dead = is_last && plan->flags_are_dead,
			 .now.pc = plan->fires + bias};
	struct dt_stub_firing f = {.from = plan->fires + bias};
	size_t begin;

	if (!point->calls) {
		dt_finder_add_point(area, routines->finder, f.from, is_first, ret);
		return DT_REFUSE_NONE;
	}
	begin = put_point(&s, area->base + area->bytes.len, is_first);
	if (is_first)
		dt_stub_align(area, begin);
	f.detours = area->base + area->bytes.len;
	f.begin = f.detours + begin;
	add_rows(&s, area->cfi, f.detours);
	dt_vec_deinit(&s.rows);
	dt_vec_deinit(&s.detours);
	if (!append(area, &s.code))
		return DT_REFUSE_REACH;
	f.end = area->base + area->bytes.len;
	dt_vec_push(&ret->firings, f);
	if (is_first)
		ret->begin = f.begin;
	return DT_REFUSE_NONE;
}

enum dt_refusal dt_stub_add_jump(struct dt_copy *area, uint64_t to)
{
	struct dt_code back = {0};
	uint64_t here = area->base + area->bytes.len;

	// The last copy often has the same row.
	dt_cfi_add(area->cfi, here, &(struct dt_cfi_state){.kind = DT_CFI_COPY, .pc = to - here});
	dt_x86_put_jump(&back, DT_X86_JMP, DT_REF_REGION, (int64_t)to);
	return append(area, &back) ? DT_REFUSE_NONE : DT_REFUSE_REACH;
}

static enum dt_refusal add_code(struct dt_copy *area, const struct dt_stub_target *t,
				const struct dt_stub_routines *routines,
				const struct dt_stub_block *b, struct dt_stub *ret)
{
	struct dt_piece piece = {
	    .bytes = b->bytes, .n = b->plan->end - b->plan->at, .from = b->plan->at + b->bias};
	enum dt_refusal why = DT_REFUSE_NONE;

	for (size_t k = 0; k < b->n_points && why == DT_REFUSE_NONE; k++) {
		why = dt_move_up_to(area, &piece, b->points[k].plan->fires + b->bias, &ret->moved);
		if (why == DT_REFUSE_NONE)
			why = dt_stub_add_point(area, t, routines, &b->points[k], b->bias,
						!k && !ret->moved.v.len, k + 1 == b->n_points, ret);
	}
	if (why == DT_REFUSE_NONE)
		why = dt_move_up_to(area, &piece, b->plan->end + b->bias, &ret->moved);
	return why != DT_REFUSE_NONE ? why : dt_stub_add_jump(area, b->plan->end + b->bias);
}

enum dt_refusal dt_stub_add(struct dt_copy *area, const struct dt_stub_target *t,
			    const struct dt_stub_routines *routines,
			    const struct dt_stub_block *block, struct dt_stub *ret)
{
	const struct dt_cfi_mark mark = dt_cfi_mark(area->cfi);
	size_t before = area->bytes.len;
	enum dt_refusal why;

	if (block->points[0].plan->fires != block->plan->at)
		dt_stub_align(area, 0);
	*ret = (struct dt_stub){.begin = area->base + area->bytes.len};
	why = add_code(area, t, routines, block, ret);
	if (why == DT_REFUSE_NONE)
		why = make_patches(ret, block);
	ret->end = area->base + area->bytes.len;
	if (why != DT_REFUSE_NONE) {
		area->bytes.len = before;
		dt_cfi_return(area->cfi, &mark);
		dt_stub_deinit(ret);
	}
	return why;
}

void dt_stub_deinit(struct dt_stub *s)
{
	dt_vec_deinit(&s->moved.v);
	dt_vec_deinit(&s->firings);
	dt_vec_deinit(&s->counters);
	dt_vec_deinit(&s->ways);
}

uint64_t dt_stub_operands(const struct dt_text_call *c)
{
	enum { LARGE = DT_NATIVE_CONSTANT - 1 };
	uint64_t ret = 0;

	for (unsigned k = 0; k < DT_TEXT_OPERANDS; k++) {
		const struct dt_text_operand *o = &c->operands[k];
		uint64_t constant = o->constant < LARGE ? o->constant : LARGE;

		ret |= (o->is_constant ? DT_NATIVE_CONSTANT | constant : words[o->reg])
		       << k * DT_NATIVE_OPERAND;
	}
	return ret;
}
