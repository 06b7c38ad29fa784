/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Operations of more than one instruction, which code from the IR and code from BPF share, and the
 * use of registers.
 *
 * rbp points to the level, and rsp stays the thread's. rax, rcx and rdx are scratch: division,
 * shifts and exchanges require just these. The others hold values; calls preserve rbx and r12 to
 * r15.
 */
#ifndef DT_NATIVE_X86_64_OPS_H
#define DT_NATIVE_X86_64_OPS_H

#include "ir/alloc.h"
#include "native/unit.h"
#include "native/words.h"
#include "native/x86_64/x86.h"

extern const struct dt_reg_file dt_x86_reg_file;

/** A value to read: a constant, or a register or memory. */
struct dt_x86_src {
	bool is_imm;
	int64_t imm;
	struct dt_x86_rm rm;
};

static inline struct dt_x86_src dt_x86_imm(int64_t imm)
{
	return (struct dt_x86_src){.is_imm = true, .imm = imm};
}

/** Appends reg = value. */
void dt_x86_const(struct dt_code *c, enum dt_x86_reg reg, int64_t value);
/** Appends reg = src, with the upper bytes zeroed if `width` is less than 8. */
void dt_x86_load(struct dt_code *c, unsigned width, enum dt_x86_reg reg, struct dt_x86_rm src);
/** Appends a move of 64 bits between registers, unless they are the same. */
void dt_x86_move(struct dt_code *c, enum dt_x86_reg dst, enum dt_x86_reg src);
/** Appends a store of `width` bytes; uses rcx for a constant that is too large. */
void dt_x86_store(struct dt_code *c, unsigned width, struct dt_x86_rm dst, struct dt_x86_src src);
/**
 * Appends dst = dst OP src on 4 or 8 bytes; 4 bytes zero the upper ones. Overwrites rax, rcx and
 * rdx, which must not be `src`. Division by 0 gives 0, or for a remainder the dividend, as in BPF.
 */
void dt_x86_binary(struct dt_code *c, enum dt_ir_op op, unsigned width, enum dt_x86_reg dst,
		   struct dt_x86_src src);
/** Appends reg = reg with its low `width` bytes reversed and the others zeroed. */
void dt_x86_bswap(struct dt_code *c, unsigned width, enum dt_x86_reg reg);
/** Appends a jump to the label if (a COND b) on 4 or 8 bytes. Uses rcx for a large constant. */
void dt_x86_branch(struct dt_code *c, enum dt_ir_cond cond, unsigned width, struct dt_x86_rm a,
		   struct dt_x86_src b, int64_t label);
/** Appends reg = address of the array's element with the number `key`, or 0. If `none` is a label,
 * a jump to it follows the 0. Overwrites rdx, which must not be `reg`. */
void dt_x86_find(struct dt_code *c, const struct dt_native_map *map, struct dt_x86_rm key,
		 enum dt_x86_reg reg, int64_t none);
/** Appends reg = bucket of quantize() for the value `from`, as dt_quantize_bucket() of the runtime
 *  computes it. Overwrites rax, rcx and rdx. */
void dt_x86_quantize(struct dt_code *c, enum dt_x86_reg reg, enum dt_x86_reg from);
/** Appends reg = a word that is a fact of the level (DT_WORD_LEVEL). */
void dt_x86_fact(struct dt_unit *u, enum dt_env word, enum dt_x86_reg reg);
/** Appends rax = result of a word, whose arguments are in their registers. Overwrites what calls do
 * not preserve. A function that implements it has its frame and depth as dt_unit_runtime() says.
 * Notes an error if the word is not served, or needs more than its arguments. */
void dt_x86_word(struct dt_unit *u, enum dt_env word, unsigned frame, unsigned depth);

/** At a site, the word SIGNAL only notes its signal, because one that stops or ends the target must
 * not keep the record from being complete. These append code that forgets all noted signals, and
 * that sends them, when the program ends. It overwrites rax, rcx, rdx, rsi, rdi and r11. */
void dt_x86_clear_signals(struct dt_code *c);
void dt_x86_send(struct dt_code *c);
/** Appends code that finds the ids of the process and of its parent, unless the level has them. */
void dt_x86_identify(struct dt_unit *u);

#endif
