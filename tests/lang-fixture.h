/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Surroundings for tests of the semantic pass that do not depend on the machine: a small registry
 * of builtins without lowering, and probes whose name says how they match ("typed", "mixed",
 * "none"). Included by one source of a program; everything is static.
 */
#ifndef DT_TESTS_LANG_FIXTURE_H
#define DT_TESTS_LANG_FIXTURE_H

#include "lang/check/checks.h"
#include "lang/compile.h"

#include <string.h>

#define VARIABLE(n, type)                                             \
	{                                                             \
		.name = n, .kind = DT_BUILTIN_VARIABLE, .proto = type \
	}
#define SUBROUTINE(n, p)                                             \
	{                                                            \
		.name = n, .kind = DT_BUILTIN_SUBROUTINE, .proto = p \
	}
#define ACTION(n, p, f, c)                                                               \
	{                                                                                \
		.name = n, .kind = DT_BUILTIN_ACTION, .proto = p, .flags = f, .check = c \
	}
#define AGGREGATION(n, p, c)                                                      \
	{                                                                         \
		.name = n, .kind = DT_BUILTIN_AGGREGATION, .proto = p, .check = c \
	}

static const struct dt_builtin fixture_builtins[] = {
    VARIABLE("timestamp", "uint64_t"),
    VARIABLE("pid", "pid_t"),
    VARIABLE("execname", "string"),
    {.name = "arg0", .kind = DT_BUILTIN_VARIABLE, .role = DT_ROLE_ARG, .proto = "int64_t"},
    {.name = "args", .kind = DT_BUILTIN_VARIABLE, .role = DT_ROLE_ARGS, .proto = "dynamic [int]"},
    VARIABLE("uregs", "uint64_t [int]"),
    SUBROUTINE("alloca", "void * (size_t)"),
    SUBROUTINE("strlen", "size_t (const char *)"),
    SUBROUTINE("copyinstr", "string (uintptr_t, [size_t])"),
    SUBROUTINE("bcopy", "void (void *, void *, size_t)"),
    SUBROUTINE("speculation", "int ()"),
    ACTION("trace", "void (@)", DT_BF_RECORDS, dt_check_trace),
    ACTION("print", "void (@)", DT_BF_RECORDS, dt_check_print),
    ACTION("printf", "void (@, ...)", DT_BF_RECORDS, dt_check_printf),
    ACTION("printa", "void (@, ...)", DT_BF_RECORDS | DT_BF_AGG_ARG, dt_check_printa),
    ACTION("exit", "void (int)", DT_BF_RECORDS | DT_BF_EXIT, NULL),
    ACTION("system", "void (@, ...)", DT_BF_RECORDS | DT_BF_DESTRUCTIVE, dt_check_printf),
    ACTION("commit", "void (int)", DT_BF_COMMIT, NULL),
    ACTION("speculate", "void (int)", DT_BF_SPECULATE, NULL),
    ACTION("stack", "stack (...)", DT_BF_RECORDS | DT_BF_KEY_ONLY, dt_check_stack),
    ACTION("ustack", "stack (...)", DT_BF_RECORDS | DT_BF_KEY_ONLY, dt_check_ustack),
    ACTION("clear", "void (...)", DT_BF_AGG_ARG, dt_check_clear),
    ACTION("trunc", "void (...)", DT_BF_AGG_ARG, dt_check_trunc),
    ACTION("normalize", "void (...)", DT_BF_AGG_ARG, dt_check_normalize),
    ACTION("tracemem", "void (@, size_t, ...)", DT_BF_RECORDS, dt_check_tracemem),
    ACTION("freopen", "void (@, ...)", DT_BF_RECORDS | DT_BF_DESTRUCTIVE, dt_check_freopen),
    AGGREGATION("count", "void ()", NULL),
    AGGREGATION("sum", "void (@)", dt_check_agg_scalar),
    AGGREGATION("quantize", "void (@, ...)", dt_check_quantize),
    AGGREGATION("lquantize", "void (@, ...)", dt_check_lquantize),
    AGGREGATION("llquantize", "void (@, ...)", dt_check_llquantize),
};

static struct dt_error *fixture_match(void *self, struct dt_universe *u,
				      const struct dt_probe_desc *desc, size_t *n,
				      const struct dt_probe_args **args, bool *args_mixed,
				      void **handle)
{
	static const struct dt_type *types[2];
	static struct dt_probe_args fixture;

	types[0] = dt_type_basic(u, DT_INT);
	types[1] = NULL;
	fixture = (struct dt_probe_args){.types = types, .n = 2};
	const char *name = desc->name ? desc->name : "";
	*n = strcmp(name, "none") != 0;
	*args_mixed = strcmp(name, "mixed") == 0;
	*args = strcmp(name, "typed") == 0 ? &fixture : NULL;
	*handle = NULL;
	return NULL;
}

static const struct dt_probe_source fixture_probes = {.match = fixture_match};

/** Give the compilation the builtins and probes above. */
static inline void fixture_attach(struct dt_compile *c)
{
	static const struct dt_builtin *list[dt_array_len(fixture_builtins)];
	static const struct dt_builtins registry = {list, dt_array_len(fixture_builtins)};

	for (size_t i = 0; i < dt_array_len(fixture_builtins); i++)
		list[i] = &fixture_builtins[i];
	c->builtins = &registry;
	c->probes = &fixture_probes;
}

#endif
