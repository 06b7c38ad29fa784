/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints listings in the notation of the kernel's disassembler, so that they can be compared with a
 * verifier log or bpftool's output. Each D line precedes its instructions, and notes from lowering
 * follow their instruction. Maps appear as their index in the session.
 */
#include "ebpf/ebpf.h"

#include <stdlib.h>
#include <string.h>

static const char *const helper_names[] = {
#define HELPER_NAME(name) [BPF_FUNC_##name] = #name
    __BPF_FUNC_MAPPER(HELPER_NAME)
#undef HELPER_NAME
};

static const char *const alu_text[16] = {
    "+=", "-=", "*=", "/=", "|=", "&=", "<<=", ">>=", NULL, "%=", "^=", "=", "s>>=",
};

static const char *const jump_text[16] = {
    NULL, "==", ">", ">=", "&", "!=", "s>", "s>=", NULL, NULL, "<", "<=", "s<", "s<=",
};

static const char *size_text(unsigned code)
{
	switch (BPF_SIZE(code)) {
	case BPF_B:
		return "u8";
	case BPF_H:
		return "u16";
	case BPF_W:
		return "u32";
	default:
		return "u64";
	}
}

static void show_alu(struct dt_str *out, const struct bpf_insn *i)
{
	char r = BPF_CLASS(i->code) == BPF_ALU64 ? 'r' : 'w';
	unsigned op = BPF_OP(i->code);

	if (op == BPF_NEG) {
		dt_str_printf(out, "%c%d = -%c%d", r, i->dst_reg, r, i->dst_reg);
	} else if (op == BPF_END) {
		dt_str_printf(out, "r%d = %s%d r%d", i->dst_reg,
			      BPF_SRC(i->code) == BPF_TO_BE ? "be" : "le", i->imm, i->dst_reg);
	} else {
		dt_str_printf(out, "%c%d %s ", r, i->dst_reg,
			      alu_text[op >> 4] ? alu_text[op >> 4] : "?=");
		if (BPF_SRC(i->code) == BPF_X)
			dt_str_printf(out, "%c%d", r, i->src_reg);
		else
			dt_str_printf(out, "%d", i->imm);
	}
}

static void show_jump(struct dt_str *out, const struct bpf_insn *i, size_t at)
{
	char r = BPF_CLASS(i->code) == BPF_JMP ? 'r' : 'w';
	unsigned op = BPF_OP(i->code);
	size_t target = at + 1 + (size_t)(int64_t)i->off;

	if (op == BPF_JA) {
		dt_str_printf(out, "goto %zu", target);
		return;
	}
	dt_str_printf(out, "if %c%d %s ", r, i->dst_reg,
		      jump_text[op >> 4] ? jump_text[op >> 4] : "?");
	if (BPF_SRC(i->code) == BPF_X)
		dt_str_printf(out, "%c%d", r, i->src_reg);
	else
		dt_str_printf(out, "%d", i->imm);
	dt_str_printf(out, " goto %zu", target);
}

static void show_call(struct dt_str *out, const struct dt_bpf_code *c, size_t at)
{
	const struct bpf_insn *i = &c->insns[at];
	size_t target = at + 1 + (size_t)(int64_t)i->imm;

	if (i->src_reg == BPF_PSEUDO_CALL) {
		for (size_t f = 0; f < c->n_funcs; f++) {
			if (c->funcs[f].start == target) {
				dt_str_printf(out, "call %s", c->funcs[f].name);
				return;
			}
		}
		dt_str_printf(out, "call %zu", target);
	} else if ((size_t)i->imm < dt_array_len(helper_names) && helper_names[i->imm]) {
		dt_str_printf(out, "call %s#%d", helper_names[i->imm], i->imm);
	} else {
		dt_str_printf(out, "call #%d", i->imm);
	}
}

static void show_atomic(struct dt_str *out, const struct bpf_insn *i)
{
	const char *size = size_text(i->code);

	if (i->imm == BPF_ADD)
		dt_str_printf(out, "lock *(%s *)(r%d %+d) += r%d", size, i->dst_reg, i->off,
			      i->src_reg);
	else if (i->imm == BPF_CMPXCHG)
		dt_str_printf(out, "r0 = atomic_cmpxchg(*(%s *)(r%d %+d), r0, r%d)", size,
			      i->dst_reg, i->off, i->src_reg);
	else
		dt_str_printf(out, "r%d = atomic_%s(*(%s *)(r%d %+d), r%d)", i->src_reg,
			      i->imm == BPF_XCHG		? "xchg"
			      : i->imm == (BPF_OR | BPF_FETCH)	? "fetch_or"
			      : i->imm == (BPF_AND | BPF_FETCH) ? "fetch_and"
			      : i->imm == (BPF_XOR | BPF_FETCH) ? "fetch_xor"
								: "fetch_add",
			      size, i->dst_reg, i->off, i->src_reg);
}

static void show_imm64(struct dt_str *out, const struct bpf_insn *i)
{
	uint64_t value = (uint32_t)i[0].imm | (uint64_t)(uint32_t)i[1].imm << 32;

	switch (i->src_reg) {
	case BPF_PSEUDO_MAP_FD:
		dt_str_printf(out, "r%d = map[%d]", i->dst_reg, i->imm);
		break;
	case BPF_PSEUDO_MAP_VALUE:
		dt_str_printf(out, "r%d = map[%d].value + %d", i->dst_reg, i->imm, i[1].imm);
		break;
	case BPF_PSEUDO_FUNC:
		dt_str_printf(out, "r%d = func%+d", i->dst_reg, i->imm);
		break;
	default:
		dt_str_printf(out, "r%d = 0x%llx", i->dst_reg, (unsigned long long)value);
	}
}

static void show_insn(struct dt_str *out, const struct dt_bpf_code *c, size_t at)
{
	const struct bpf_insn *i = &c->insns[at];

	switch (BPF_CLASS(i->code)) {
	case BPF_ALU:
	case BPF_ALU64:
		show_alu(out, i);
		break;
	case BPF_LD:
		show_imm64(out, i);
		break;
	case BPF_LDX:
		dt_str_printf(out, "r%d = *(%s *)(r%d %+d)", i->dst_reg, size_text(i->code),
			      i->src_reg, i->off);
		break;
	case BPF_ST:
		dt_str_printf(out, "*(%s *)(r%d %+d) = %d", size_text(i->code), i->dst_reg, i->off,
			      i->imm);
		break;
	case BPF_STX:
		if (BPF_MODE(i->code) == BPF_ATOMIC)
			show_atomic(out, i);
		else
			dt_str_printf(out, "*(%s *)(r%d %+d) = r%d", size_text(i->code), i->dst_reg,
				      i->off, i->src_reg);
		break;
	default:
		if (BPF_OP(i->code) == BPF_CALL)
			show_call(out, c, at);
		else if (BPF_OP(i->code) == BPF_EXIT)
			dt_str_append(out, "exit");
		else
			show_jump(out, i, at);
	}
}

/** Prints a heading for a function that starts at `at`, and for a D line that starts there. */
static void show_headings(struct dt_str *out, const struct dt_bpf_code *c, size_t at,
			  const struct dt_ir_loc **shown)
{
	const struct dt_ir_loc *loc = c->locs[at];

	for (size_t f = 0; f < c->n_funcs; f++) {
		if (c->funcs[f].start == at)
			dt_str_printf(out, "%s:%s\n", c->funcs[f].name,
				      c->funcs[f].runtime ? " (runtime)" : "");
	}
	if (!loc || !loc->line ||
	    (*shown && loc->line == (*shown)->line && loc->file == (*shown)->file))
		return;
	*shown = loc;
	dt_str_printf(out, "; %s%s%u: %s\n", loc->file ? loc->file : "", loc->file ? ":" : "",
		      loc->line, loc->text ? loc->text : "");
}

void dt_bpf_disasm(struct dt_str *out, const struct dt_bpf_code *c)
{
	const struct dt_ir_loc *shown = NULL;

	for (size_t at = 0; at < c->n; at++) {
		size_t start;

		show_headings(out, c, at, &shown);
		dt_str_printf(out, "%5zu: ", at);
		start = out->len;
		show_insn(out, c, at);
		if (c->notes[at])
			dt_str_printf(out, "%*s; %s",
				      (int)(out->len - start < 36 ? 36 - (out->len - start) : 1),
				      "", c->notes[at]);
		dt_str_append(out, "\n");
		if (c->insns[at].code == (BPF_LD | BPF_IMM | BPF_DW))
			at++;
	}
}
