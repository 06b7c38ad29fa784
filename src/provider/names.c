/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The kernel's names for the arguments of its probes. Only listings and hints show them, so they
 * are read on demand. For a tracepoint they are the parameters of the function __traceiter_EVENT in
 * the kernel's type data; for a function, its parameters; for a system call, the fields in the
 * format of its event.
 */
#include "provider/names.h"

#include "types/btf/btf.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>

// The data describe the running kernel and are kept for the session.
static void open_btf(struct dt_registry *r, void *state)
{
	struct dt_rawbtf **btf = state;

	*btf = dt_rawbtf_open("vmlinux", NULL);
}

static void close_btf(void *state)
{
	struct dt_rawbtf **btf = state;

	dt_rawbtf_destroy(*btf);
}

static const struct dt_state kernel_btf = {sizeof(struct dt_rawbtf *), open_btf, close_btf};

/** Returns the prototype of a function, or NULL if it is unknown. */
static const struct btf_type *function_prototype(struct dt_rawbtf *btf, const char *function)
{
	uint32_t id = btf ? dt_rawbtf_find(btf, 1u << BTF_KIND_FUNC, function) : 0;
	const struct btf_type *t = id ? dt_rawbtf_type(btf, id) : NULL;

	t = t ? dt_rawbtf_type(btf, t->type) : NULL;
	return t && BTF_INFO_KIND(t->info) == BTF_KIND_FUNC_PROTO ? t : NULL;
}

/** Takes the names of the function's parameters after the first `skip`, if their number is that of
 *  the arguments. */
static void name_parameters(struct dt_registry *r, struct dt_probe *p, const char *function,
			    size_t skip)
{
	struct dt_rawbtf **btf = dt_registry_state(r, &kernel_btf);
	const struct btf_type *t = function_prototype(*btf, function);
	const struct btf_param *param = (const struct btf_param *)(t + 1);
	const char **names;

	if (!t || BTF_INFO_VLEN(t->info) != p->n_args + skip)
		return;
	names = dt_arena_array(r->arena, const char *, p->n_args + 1);
	for (size_t i = 0; i < p->n_args; i++)
		names[i] = dt_intern(r->names, dt_rawbtf_string(*btf, param[i + skip].name_off));
	p->arg_names = names;
}

void dt_names_of_tracepoint(struct dt_registry *r, struct dt_probe *p)
{
	dt_cleanup(dt_free_p) char *function = dt_asprintf("__traceiter_%s", p->name);

	name_parameters(r, p, function, 1); // the first is private data of the tracepoint
}

void dt_names_of_function(struct dt_registry *r, struct dt_probe *p)
{
	if (!strcmp(p->name, "entry") && !strcmp(p->mod, "vmlinux"))
		name_parameters(r, p, p->func, 0);
}

/** Returns the name in a line "	field:char * buf;	offset:24; …", or NULL. */
static char *field_name(char *line)
{
	char *end = strchr(line, ';'), *name;

	if (!end || !strstr(line, "field:"))
		return NULL;
	*end = '\0';
	name = end;
	while (name > line && name[-1] != ' ' && name[-1] != '*')
		name--;
	return name;
}

void dt_names_of_call(struct dt_registry *r, struct dt_probe *p)
{
	dt_cleanup(dt_free_p) char *path = dt_asprintf("syscalls/sys_enter_%s/format", p->func);
	dt_cleanup(dt_close_p) int events = dt_tracefs_events();
	int fd = strcmp(p->name, "entry") || events < 0
		     ? -1
		     : openat(events, path, O_RDONLY | O_CLOEXEC);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "r");
	const char **names;
	size_t n = 0;
	char line[256];
	bool begun = false;

	if (!f)
		return;
	names = dt_arena_array(r->arena, const char *, p->n_args + 1);
	while (n < p->n_args && fgets(line, sizeof(line), f)) {
		char *name = field_name(line);

		if (name && begun)
			names[n++] = dt_intern(r->names, name);
		begun |= name && !strcmp(name, "__syscall_nr"); // last field that all events have
	}
	fclose(f);
	p->arg_names = names;
}
