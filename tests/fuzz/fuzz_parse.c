/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fuzzes the lexer and the parser: any bytes, as a program and as each kind of probe specifier,
 * must give a tree or diagnostics that can be printed. Every printer runs as well.
 */
#include "dtrace/dtrace.h"
#include "lang/compile.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct dt_error *set_option(void *self, const char *name, const char *value,
				   bool from_program)
{
	return strlen(name) % 2 ? dt_error_new(DT_ERR_USAGE, "Invalid option name") : NULL;
}

static void print_everything(const struct dt_compile *c)
{
	struct dtrace_diagnostic described;
	struct dt_str out = {0};

	dt_ast_print(&out, &c->program);
	for (size_t i = 0; i < c->diags.list.len; i++) {
		dt_diag_describe(c->arena, &c->diags.list.data[i], &described);
		dt_diag_format_classic(&out, &c->diags.list.data[i], false);
	}
	dt_str_deinit(&out);
}

static void parse_text(const char *text, size_t size, enum dt_spec spec)
{
	static const char *const arguments[] = {"fuzz", "1", "name", "a string", "-0x7f"};
	static const struct dt_macro macros[] = {{"pid", 1}, {"target", 2}};
	struct dt_source src = {
	    .name = "fuzz.d", .text = text, .len = size, .is_file = spec == DT_SPEC_PROGRAM};
	struct dt_option_sink options = {NULL, set_option};
	struct dt_compile *c = dt_compile_create(256);

	c->argv = arguments;
	c->argc = dt_array_len(arguments);
	c->macros = macros;
	c->n_macros = dt_array_len(macros);
	c->options = &options;
	dt_parse(c, &src, spec);
	dt_parse_finish(c);
	print_everything(c);
	dt_compile_destroy(c);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = dt_malloc(size + 1);

	memcpy(text, data, size);
	text[size] = '\0';
	parse_text(text, size, DT_SPEC_PROGRAM);
	parse_text(text, size, (enum dt_spec)(DT_SPEC_PROVIDER + size % 5));
	free(text);
	return 0;
}
