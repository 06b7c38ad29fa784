/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * -G: checks the program's objects. Their probes are compared with the declaration: an object
 * compiled with another version's header is an error here, instead of producing wrong arguments.
 * Calls of probe functions become probes (calls.c).
 */
#include "session/usdt/usdt.h"
#include "symbols/elf/usdt_notes.h"

#include <errno.h>
#include <string.h>

static const struct dt_provider_decl *find_provider(const struct dtrace *d, const char *name)
{
	for (const struct dt_provider_decl *p = d->compile->program.providers; p; p = p->next)
		if (dt_session_is_built_in(p) && !strcmp(p->name, name))
			return p;
	return NULL;
}

struct dt_error *dt_usdt_undeclared(const struct dt_provider_decl *p, const char *probe,
				    const char *path)
{
	return dt_error_new(DT_ERR_OTHER, "%s has probe %s:%s, which %s does not declare", path,
			    p->name, probe, p->loc.source->name);
}

static struct dt_error *check_site(const struct dtrace *d, struct dt_usdt_file *f,
				   const struct dt_usdt_site *s, const char *path)
{
	const struct dt_provider_decl *p = find_provider(d, s->provider);
	struct dt_operand operands[DT_USDT_ARGS_MAX];

	if (!p)
		return NULL;
	for (size_t i = 0; i < p->n_probes; i++) {
		size_t n = dt_usdt_operands(f, s, operands, dt_array_len(operands));

		if (strcmp(p->probes[i].name, s->name) != 0)
			continue;
		if (n == p->probes[i].n_args)
			return NULL;
		return dt_error_new(
		    DT_ERR_OTHER,
		    "%s calls probe %s:%s with %zu argument%s, %s declares %zu: compile it again "
		    "with the header that -h writes now",
		    path, s->provider, s->name, n, n == 1 ? "" : "s", p->loc.source->name,
		    p->probes[i].n_args);
	}
	return dt_usdt_undeclared(p, s->name, path);
}

/** Reports whether the object is for link-time optimisation: it is not an ELF file and gets its
 * notes later. */
static bool is_bitcode(struct dt_file *f)
{
	char magic[4];

	return dt_file_read(f, 0, magic, sizeof(magic)) && !memcmp(magic, "BC\xc0\xde", 4);
}

struct dt_error *dt_usdt_check_object(const struct dtrace *d, const struct dt_machine *machine,
				      const char *path, dt_usdt_asked *asked)
{
	struct dt_file *file = dt_file_open(path);
	struct dt_usdt_file f = {0};
	struct dt_error *err = NULL;

	if (!file)
		return dt_error_os(errno, "failed to open object file '%s'", path);
	if (is_bitcode(file)) {
		dt_file_destroy(file);
		return NULL;
	}
	if (!dt_usdt_read_object(&f, dt_elf_create(file, -1, NULL))) {
		dt_usdt_deinit(&f);
		return dt_error_new(DT_ERR_OTHER, "'%s' is not an object file of %s", path,
				    dt_arch.name);
	}
	if (f.elf->machine != machine)
		err = dt_error_new(DT_ERR_OTHER, "'%s' has words of %u bits, and -G writes %u: %s",
				   path, 8 * f.elf->machine->calls.word, 8 * machine->calls.word,
				   f.elf->is_32bit ? "give -32 if all have 32"
						   : "leave -32 out if all have 64");
	for (size_t i = 0; i < f.sites.len && !err; i++)
		err = check_site(d, &f, &f.sites.data[i], path);
	dt_usdt_deinit(&f);
	return err ? err : dt_usdt_turn_calls(d, machine, path, asked);
}
