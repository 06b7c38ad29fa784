/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The note of -G about a provider: the types and attributes of its declaration, which debuggers'
 * notes cannot contain. symbols/elf/usdt_notes.c reads it and documents the layout.
 */
#include "session/usdt/usdt.h"

#include <elf.h>
#include <string.h>

static void append_text(struct dt_str *out, const char *text)
{
	dt_str_append_n(out, text, strlen(text) + 1);
}

/** Appends a type without the declaration's typedefs, which the reader does not know. */
static void append_type(struct dt_str *out, const struct dt_type *t)
{
	const struct dt_type *resolved = dt_type_resolve(t);
	struct dt_str text = {0};

	if (dt_type_is_string(t)) {
		append_text(out, "char *"); // passed by the program
		return;
	}
	dt_type_print(&text, resolved->kind == DT_TYPE_ARRAY ? resolved->ref
			     : dt_type_is_integer(t)	     ? resolved
							     : t);
	if (resolved->kind == DT_TYPE_ARRAY)
		dt_str_append(&text, " *");
	append_text(out, dt_str_text(&text));
	dt_str_deinit(&text);
}

static void append_attributes(struct dt_str *out, const struct dtrace *d, const char *provider)
{
	static const char *const parts[] = {"provider", "module", "function", "name", "args"};

	for (size_t i = 0; i < dt_array_len(parts); i++) {
		const struct dt_ident_pragma *a = d->compile->program.pragmas;

		while (a && (!a->part || strcmp(a->part, parts[i]) || strcmp(a->ident, provider)))
			a = a->next;
		append_text(out, a ? a->attributes : "Unstable/Unstable/Unknown");
	}
}

static void append_probe(struct dt_str *out, const struct dt_provider_probe *p)
{
	append_text(out, p->name);
	for (size_t i = 0; i < p->n_args; i++)
		append_type(out, p->args[i]);
	append_text(out, "");
	for (size_t i = 0; i < p->n_xargs; i++) {
		dt_str_printf(out, "%u:", p->map[i]);
		append_type(out, p->xargs[i]);
	}
	append_text(out, "");
}

static void append_padded(struct dt_str *out, const void *data, size_t size)
{
	static const char zeros[4];

	dt_str_append_n(out, data, size);
	dt_str_append_n(out, zeros, -size % sizeof(zeros));
}

void dt_usdt_append_types(struct dt_str *out, const struct dtrace *d,
			  const struct dt_provider_decl *decl)
{
	dt_cleanup(dt_str_deinit) struct dt_str text = {0};

	append_text(&text, decl->name);
	append_attributes(&text, d, decl->name);
	for (size_t i = 0; i < decl->n_probes; i++)
		append_probe(&text, &decl->probes[i]);
	const Elf64_Nhdr header = {
	    .n_namesz = sizeof("dtrace"), .n_descsz = (Elf64_Word)text.len, .n_type = 1};
	dt_str_append_n(out, (const char *)&header, sizeof(header));
	append_padded(out, "dtrace", sizeof("dtrace"));
	append_padded(out, text.data, text.len);
}
