/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints a program as text, one instruction a line: registers as %N, labels as LN, and each source
 * line before the first instruction generated from it. Golden tests and people read the text;
 * nothing parses it.
 */
#include "ir/ops.h"

static void print_operand_b(struct dt_str *out, const struct dt_ir_insn *i, int64_t imm)
{
	if (i->b)
		dt_str_printf(out, "%%%d", i->b);
	else
		dt_str_printf(out, "%lld", (long long)imm);
}

static void print_memory(struct dt_str *out, const struct dt_ir_insn *i)
{
	dt_str_printf(out, "u%u [%%%d", i->width * 8, i->a);
	if (i->off)
		dt_str_printf(out, " %c %lld", i->off < 0 ? '-' : '+',
			      (long long)(i->off < 0 ? -i->off : i->off));
	dt_str_append(out, "]");
}

static void append_args(struct dt_str *out, const struct dt_ir_insn *i)
{
	dt_str_append(out, "(");
	for (unsigned k = 0; k < i->n_args; k++)
		dt_str_printf(out, "%s%%%d", k ? ", " : "", i->args[k]);
	dt_str_append(out, ")");
}

static void print_memory_op(struct dt_str *out, const struct dt_ir_insn *i)
{
	dt_str_printf(out, "%s ", dt_ir_op_table[i->op].text);
	if (i->space == DT_IR_KERNEL)
		dt_str_append(out, "kernel ");
	print_memory(out, i);
	if (i->op == DT_IR_LOAD)
		return;
	dt_str_append(out, ", ");
	print_operand_b(out, i, i->imm);
	if (i->c)
		dt_str_printf(out, " if %%%d", i->c);
}

static void print_body(struct dt_str *out, const struct dt_ir_prog *p, const struct dt_ir_insn *i)
{
	const struct dt_ir_op_info *info = &dt_ir_op_table[i->op];

	switch (i->op) {
	case DT_IR_CONST:
		dt_str_printf(out, "%lld", (long long)i->imm);
		break;
	case DT_IR_MOV:
		dt_str_printf(out, "%%%d", i->a);
		break;
	case DT_IR_STACK_ADDR:
	case DT_IR_MAP:
		dt_str_printf(out, "%s %lld", info->text, (long long)i->imm);
		break;
	case DT_IR_MAP_VALUE:
		dt_str_printf(out, "map_value %lld + %lld", (long long)i->imm, (long long)i->off);
		break;
	case DT_IR_CALLBACK:
		dt_str_printf(out, "callback %s", i->sym);
		break;
	case DT_IR_ENV:
		dt_str_append(out, dt_env_table[i->imm].text);
		append_args(out, i);
		break;
	case DT_IR_CALL:
		dt_str_append(out, i->sym);
		append_args(out, i);
		break;
	case DT_IR_CALL_LOCAL:
		dt_str_append(out, p->funcs.data[i->imm]->name);
		append_args(out, i);
		break;
	case DT_IR_TAIL_CALL:
		dt_str_printf(out, "tail_call map %lld [%%%d]", (long long)i->imm, i->a);
		break;
	case DT_IR_JUMP:
		dt_str_printf(out, "goto L%lld", (long long)i->imm);
		break;
	case DT_IR_BRANCH:
		dt_str_printf(out, "if %%%d %s ", i->a, dt_ir_cond_text[i->cond]);
		print_operand_b(out, i, i->off);
		dt_str_printf(out, " goto L%lld", (long long)i->imm);
		break;
	case DT_IR_RET:
		if (i->a)
			dt_str_printf(out, "return %%%d", i->a);
		else
			dt_str_printf(out, "return %lld", (long long)i->imm);
		break;
	default:
		if (info->flags & DT_IR_F_BIN) {
			dt_str_printf(out, "%%%d %s ", i->a, info->text);
			print_operand_b(out, i, i->imm);
		} else if (info->flags & DT_IR_F_UN) {
			dt_str_append(out, info->text);
			if (i->op != DT_IR_NEG)
				dt_str_printf(out, "%u", i->width * 8);
			dt_str_printf(out, " %%%d", i->a);
		} else if (info->flags & DT_IR_F_MEM) {
			print_memory_op(out, i);
		} else {
			dt_str_append(out, info->text);
		}
	}
}

static void print_insn(struct dt_str *out, const struct dt_ir_prog *p, const struct dt_ir_insn *i)
{
	if (i->op == DT_IR_LABEL) {
		dt_str_printf(out, "L%lld:\n", (long long)i->imm);
		return;
	}
	dt_str_append(out, "\t");
	if (i->op == DT_IR_COMMENT) {
		dt_str_printf(out, "; %s\n", i->sym);
		return;
	}
	if (dt_ir_def(i))
		dt_str_printf(out, "%%%d = ", i->dst);
	print_body(out, p, i);
	dt_str_append(out, "\n");
}

static void print_func(struct dt_str *out, const struct dt_ir_prog *p, const struct dt_ir_func *f)
{
	uint32_t line = 0;

	dt_str_printf(out, "%s(", f->name);
	for (unsigned k = 1; k <= f->n_params; k++)
		dt_str_printf(out, "%s%%%u", k > 1 ? ", " : "", k);
	dt_str_append(out, "):\n");
	for (size_t s = 0; s < f->slots.len; s++)
		dt_str_printf(out, "\tstack %zu: %u bytes\n", s + 1, f->slots.data[s].size);
	dt_vec_foreach (&f->code, i) {
		if (i->op == DT_IR_NOP)
			continue;
		if (i->loc && i->loc->line && i->loc->line != line) {
			line = i->loc->line;
			dt_str_printf(out, "; %u: %s\n", line, i->loc->text ? i->loc->text : "");
		}
		print_insn(out, p, i);
	}
}

void dt_ir_print(struct dt_str *out, const struct dt_ir_prog *p)
{
	dt_vec_foreach (&p->funcs, f)
		print_func(out, p, *f);
}
