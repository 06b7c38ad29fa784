/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Types of args[] from the file's debug information, which is read when a program names args[]. At
 * entry, args[] are the function's arguments; at return, the offset and the result.
 *
 * Decision: docs/dev/decisions/0039-argument-types-on-use.md
 */
#include "provider/pid/internal.h"
#include "provider/pid/types.h"

#include <string.h>

static struct dt_dwarf_source *dwarf_of(struct dt_registry *r, struct dt_pid_file *f)
{
	void *dwarf;

	if (!f->tried_types) {
		f->tried_types = true;
		dwarf = dt_functions_dwarf(&f->functions);
		if (dwarf)
			f->types = dt_dwarf_source_create(
			    r->types, dwarf, f->path, &dt_machine_of(f->functions.is_32bit)->calls);
	}
	return f->types;
}

/** Reports whether the function is a variant created by the compiler, such as "f.isra.0", which
 *  takes other arguments. */
static bool is_variant(const char *name)
{
	return strstr(name, ".isra") || strstr(name, ".constprop") || strstr(name, ".part") ||
	       strstr(name, ".cold");
}

static void set_return(struct dt_registry *r, struct dt_probe *p,
		       const struct dt_dwarf_function *fn)
{
	const struct dt_type **types = dt_arena_array(r->arena, const struct dt_type *, 2);
	const char **why = dt_arena_array(r->arena, const char *, 2);
	const struct dt_type *result = fn->result;

	types[0] = dt_type_basic(r->types, DT_ULONG);
	types[1] = result;
	why[1] = fn->why_result;
	p->arg_why = why;
	p->arg_types = types;
	p->n_args = result && result->kind == DT_TYPE_VOID ? 1 : 2;
}

/** Reports whether a Go function has, or may have, other parameters than the `n` that have names.
 */
static bool omits_any(struct dt_functions *f, uint64_t addr, size_t n)
{
	unsigned all;

	return dt_functions_go_parameters(f, addr, &all) ? all != n : n > 0;
}

const char *dt_pid_types(struct dt_registry *r, struct dt_probe *p)
{
	const struct dt_pid_origin *o = p->own;
	struct dt_dwarf_function fn;
	struct dt_dwarf_source *types;

	if (p->n_args)
		return NULL;
	if (!o || o->kind == DT_PID_OFFSET)
		return "only entry and return have arguments";
	if (is_variant(o->name))
		return "the compiler has changed this function's arguments";
	types = dwarf_of(r, o->file);
	if (!types && o->file->functions.debug.is_too_large)
		return "the debug information exceeds the size that such a file can hold";
	if (!types)
		return "the program has no debug information: compile it with -g, or install its "
		       "separate debug file";
	if (!dt_dwarf_function(types, o->addr, &fn))
		return "the debug information does not describe the function";
	if (o->kind == DT_PID_RETURN) {
		set_return(r, p, &fn);
		return NULL;
	}
	if (fn.omits_blank && omits_any(&o->file->functions, o->addr, fn.n_args))
		return "the Go function may have a parameter named _, which its debug information "
		       "leaves out, so the others cannot be numbered";
	if (!fn.n_args)
		return "the function has no arguments";
	p->arg_types = fn.args;
	p->arg_names = fn.names;
	p->arg_native = fn.args;
	p->arg_map = fn.raw;
	p->arg_why = fn.why;
	p->n_args = fn.n_args;
	return NULL;
}

/** Reports whether raw argument `n` is one of the function's arguments. */
static bool is_passed(const struct dt_dwarf_function *fn, unsigned n)
{
	for (size_t i = 0; i < fn->n_args; i++)
		if (fn->raw[i] == n)
			return true;
	return false;
}

static const char *float_reason(const char *why)
{
	return why == dt_dwarf_why_float ? why : NULL;
}

const char *dt_pid_misses(struct dt_registry *r, const struct dt_probe *p, unsigned n)
{
	const struct dt_pid_origin *o = p->own;
	struct dt_dwarf_function fn;

	// Separate debug files are not searched: a warning is not worth the time.
	if (!o || o->kind == DT_PID_OFFSET || is_variant(o->name) ||
	    !dt_elf_section(o->file->functions.elf, ".debug_info") || !dwarf_of(r, o->file) ||
	    !dt_dwarf_function(o->file->types, o->addr, &fn))
		return NULL;
	if (o->kind == DT_PID_RETURN)
		return n == 1 ? float_reason(fn.why_result) : NULL;
	return n < fn.n_args && !is_passed(&fn, n) ? float_reason(fn.why[n]) : NULL;
}

/** Finds a type in the executable, or in the other files. */
static const struct dt_type *find_in(struct dt_registry *r, const struct dt_process_code *p,
				     bool in_executable, enum dt_type_kind kind, const char *name)
{
	const struct dt_type *found = NULL;

	dt_vec_foreach (&p->maps, m) {
		struct dt_pid_file *f =
		    m->is_executable == in_executable ? dt_pid_file(r, p, m) : NULL;
		struct dt_dwarf_source *types = f && f->is_elf ? dwarf_of(r, f) : NULL;
		const struct dt_type_source *source = types ? dt_dwarf_source_types(types) : NULL;

		if (source && !found)
			found = source->lookup(source->self, r->types, kind, name);
	}
	return found;
}

static void forget_code(void *state)
{
	dt_process_code_deinit(state);
}

/** Returns the files of the process, which are read once: a program asks for many names. */
static const struct dt_process_code *code_of(struct dt_registry *r, pid_t pid)
{
	static const struct dt_state own = {.size = sizeof(struct dt_process_code),
					    .deinit = forget_code};
	struct dt_process_code *known = dt_registry_state(r, &own);

	if (known->pid != pid || !known->maps.len) {
		dt_process_code_deinit(known);
		dt_error_destroy(dt_process_code_read(r, pid, known));
	}
	return known;
}

const struct dt_type *dt_pid_named_type(struct dt_registry *r, pid_t pid, enum dt_type_kind kind,
					const char *name)
{
	const struct dt_process_code *process = code_of(r, pid);
	const struct dt_type *found = find_in(r, process, true, kind, name);

	return found ? found : find_in(r, process, false, kind, name);
}
