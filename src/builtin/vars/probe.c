/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Variables of the firing probe: names, ids, arguments, the system call's error.
 *
 * In records and keys of aggregations, a probe's name is stored as the probe's id, from which the
 * consumer finds the name. In keys of arrays, it is the number of the text. Only expressions
 * (probefunc == "read") need the characters in the program.
 */
#include "builtin/builtin.h"

#include "lower/builtin.h"

static enum dt_probe_part part_of(const struct dt_node *n)
{
	const char *name = n->ident->builtin->name;

	if (name == dt_builtin_probeprov.name)
		return DT_PART_PROVIDER;
	if (name == dt_builtin_probemod.name)
		return DT_PART_MODULE;
	return name == dt_builtin_probefunc.name ? DT_PART_FUNCTION : DT_PART_NAME;
}

static void name_string(struct dt_gen *g, const struct dt_node *n, dt_reg dst, uint32_t cap)
{
	dt_gen_probe_name(g, part_of(n), dst, cap);
}

static void name_field(struct dt_gen *g, const struct dt_node *n, struct dt_field *field)
{
	field->kind = DT_FIELD_PROBE;
	field->size = 4;
	field->part = part_of(n);
}

static void name_store(struct dt_gen *g, const struct dt_node *n, dt_reg dst, int64_t off,
		       const struct dt_field *field)
{
	dt_ir_store(dt_gen_func(g), 4, dst, off,
		    field->kind == DT_FIELD_NAME ? dt_gen_probe_name_number(g, field->part)
						 : dt_gen_probe_id(g));
}

static const struct dt_lowering name_lowering = {
    .string = name_string, .field = name_field, .store = name_store};

static dt_reg id_value(struct dt_gen *g, const struct dt_node *n)
{
	return dt_gen_probe_id(g);
}

static dt_reg epid_value(struct dt_gen *g, const struct dt_node *n)
{
	return dt_gen_epid(g);
}

static dt_reg arg_value(struct dt_gen *g, const struct dt_node *n)
{
	return dt_gen_arg(g, n->ident->builtin->arg);
}

static const struct dt_lowering arg_lowering = {.value = arg_value};

static dt_reg errno_value(struct dt_gen *g, const struct dt_node *n)
{
	return dt_gen_errno(g);
}

const struct dt_builtin dt_builtin_probeprov = {
    .name = "probeprov",
    .kind = DT_BUILTIN_VARIABLE,
    .proto = "string",
    .lowering = &name_lowering,
    .doc = "Provider of the probe that fired.",
    .example = "BEGIN, tick-1s { trace(probeprov); }",
};

const struct dt_builtin dt_builtin_probemod = {
    .name = "probemod",
    .kind = DT_BUILTIN_VARIABLE,
    .proto = "string",
    .lowering = &name_lowering,
    .doc = "Module of the probe that fired.",
    .example = "syscall:::entry { @[probemod] = count(); }",
};

const struct dt_builtin dt_builtin_probefunc = {
    .name = "probefunc",
    .kind = DT_BUILTIN_VARIABLE,
    .proto = "string",
    .lowering = &name_lowering,
    .doc = "Function of the probe that fired; of a system call, its name.",
    .example = "syscall:::entry { @[probefunc] = count(); }",
};

const struct dt_builtin dt_builtin_probename = {
    .name = "probename",
    .kind = DT_BUILTIN_VARIABLE,
    .proto = "string",
    .lowering = &name_lowering,
    .doc = "Name of the probe that fired: the last field of its description.",
    .example = "syscall::read: { @[probename] = count(); }",
};

const struct dt_builtin dt_builtin_id = {
    .name = "id",
    .kind = DT_BUILTIN_VARIABLE,
    .proto = "uint_t",
    .lowering = &(const struct dt_lowering){.value = id_value},
    .doc = "Id of the probe that fired, as dtrace -l lists it.",
    .example = "syscall:::entry { @[id] = count(); }",
};

const struct dt_builtin dt_builtin_epid = {
    .name = "epid",
    .kind = DT_BUILTIN_VARIABLE,
    .proto = "uint_t",
    .lowering = &(const struct dt_lowering){.value = epid_value},
    .doc = "Id of this clause at this probe, as printed in error messages.",
    .example = "BEGIN { trace(epid); exit(0); }",
};

const struct dt_builtin dt_builtin_errno = {
    .name = "errno",
    .kind = DT_BUILTIN_VARIABLE,
    .role = DT_ROLE_ERRNO,
    .proto = "errno_t",
    .lowering = &(const struct dt_lowering){.value = errno_value},
    .doc = "Error of the returning system call, 0 if it succeeded; 0 in other probes. %s prints "
	   "its name.",
    .example = "syscall:::return /errno != 0/ { @[probefunc, errno] = count(); }",
};

const struct dt_builtin dt_builtin_args = {
    .name = "args",
    .kind = DT_BUILTIN_VARIABLE,
    .role = DT_ROLE_ARGS,
    .proto = "dynamic [int]",
    .doc = "The probe's arguments with their own types: args[0] is the first.",
    .example = "syscall::write:entry { @ = sum(args[2]); }",
};

#define RAW_ARGUMENT(n)                                                                    \
	const struct dt_builtin dt_builtin_arg##n = {                                      \
	    .name = "arg" #n,                                                              \
	    .kind = DT_BUILTIN_VARIABLE,                                                   \
	    .role = DT_ROLE_ARG,                                                           \
	    .arg = n,                                                                      \
	    .proto = "int64_t",                                                            \
	    .lowering = &arg_lowering,                                                     \
	    .doc = "Argument " #n " of the probe as a 64-bit integer, 0 if it has fewer.", \
	    .example = "syscall::mmap:entry { trace(arg" #n "); }",                        \
	}

RAW_ARGUMENT(0);
RAW_ARGUMENT(1);
RAW_ARGUMENT(2);
RAW_ARGUMENT(3);
RAW_ARGUMENT(4);
RAW_ARGUMENT(5);
RAW_ARGUMENT(6);
RAW_ARGUMENT(7);
RAW_ARGUMENT(8);
RAW_ARGUMENT(9);
