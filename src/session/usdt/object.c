/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * -G: the object that a program links with its probes.
 *
 *	.probes		a semaphore for each probe: unsigned short PROVIDER_PROBE_semaphore,
 *			hidden, as a library and the program that uses it may both have the
 *			provider
 *	.note.dtrace	a note for each provider with the types and attributes of its
 *			declaration, which debuggers' notes have no place for
 *			(symbols/elf/usdt_notes.c reads it)
 *
 * The program's own objects stay as they are. They are read only to compare their probes with the
 * declaration: one that was compiled with the header of another version is reported here rather
 * than by arguments that make no sense.
 */
#include "session/usdt/usdt.h"
#include "arch/arch.h"
#include "symbols/elf/usdt_notes.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct dt_error *dt_session_check_providers(struct dtrace *d, bool clauses_do)
{
	const struct dt_program *p = &d->compile->program;
	bool found = p->clauses && clauses_do;

	if (p->clauses)
		dt_session_message(d, "a program's clauses are traced, not built into another one: "
				      "-h and -G leave them out");
	for (const struct dt_provider_decl *decl = p->providers; decl; decl = decl->next)
		found = found || dt_session_is_built_in(decl);
	return found ? NULL
		     : dt_error_new(DT_ERR_USAGE, "no provider is declared: -h and -G make "
						  "something of \"provider name { probe … };\"");
}

// ---- the types note

static void append_text(struct dt_str *out, const char *text)
{
	dt_str_append_n(out, text, strlen(text) + 1);
}

/** As a program that knows nothing of the declaration's typedefs can read it. */
static void append_type(struct dt_str *out, const struct dt_type *t)
{
	const struct dt_type *resolved = dt_type_resolve(t);
	struct dt_str text = {0};

	if (dt_type_is_string(t)) {
		append_text(out, "char *"); // what the program passes
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

static void append_note(struct dt_str *out, const struct dtrace *d,
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

// ---- the object

/** What the object is made of; section numbers are those of the table below. */
struct object {
	struct dt_str notes, semaphores, strings, section_names;
	dt_vec(GElf_Sym) symbols;
	void *table; // `symbols` as the file has them
	const struct dt_machine *machine;
};

enum { SECTION_PROBES = 1, SECTION_NOTES, SECTION_SYMBOLS, SECTION_STRINGS };

static void object_deinit(struct object *o)
{
	dt_str_deinit(&o->notes);
	dt_str_deinit(&o->semaphores);
	dt_str_deinit(&o->strings);
	dt_str_deinit(&o->section_names);
	dt_vec_deinit(&o->symbols);
	free(o->table);
}

static uint32_t append_string(struct dt_str *table, const char *text)
{
	uint32_t at = (uint32_t)table->len;

	append_text(table, text);
	return at;
}

static void add_semaphore(struct object *o, const char *provider, const char *probe)
{
	static const char zero[2];
	dt_cleanup(dt_free_p) char *name = dt_asprintf("%s_%s_semaphore", provider, probe);

	dt_vec_push(&o->symbols, (GElf_Sym){.st_name = append_string(&o->strings, name),
					    .st_info = GELF_ST_INFO(STB_GLOBAL, STT_OBJECT),
					    .st_other = STV_HIDDEN,
					    .st_shndx = SECTION_PROBES,
					    .st_value = o->semaphores.len,
					    .st_size = sizeof(zero)});
	dt_str_append_n(&o->semaphores, zero, sizeof(zero));
}

static void fill(struct object *o, const struct dtrace *d)
{
	append_string(&o->strings, "");
	append_string(&o->section_names, "");
	dt_vec_push(&o->symbols, (GElf_Sym){0});
	for (const struct dt_provider_decl *p = d->compile->program.providers; p; p = p->next) {
		if (!dt_session_is_built_in(p))
			continue;
		append_note(&o->notes, d, p);
		for (size_t i = 0; i < p->n_probes; i++)
			add_semaphore(o, p->name, p->probes[i].name);
	}
}

struct section {
	const char *name;
	GElf_Shdr header;
	Elf_Type type;
	const struct dt_str *data; // NULL: none
};

static bool add_section(Elf *elf, struct object *o, const struct section *s)
{
	Elf_Scn *section = elf_newscn(elf);
	Elf_Data *data = section ? elf_newdata(section) : NULL;
	GElf_Shdr h = s->header;

	h.sh_name = append_string(&o->section_names, s->name);
	if (!data || !gelf_update_shdr(section, &h))
		return false;
	data->d_buf = s->data ? s->data->data : NULL;
	data->d_size = s->data ? s->data->len : 0;
	data->d_align = h.sh_addralign;
	data->d_type = s->type;
	return true;
}

/** The symbols as words of the file's size have them. */
static bool fill_symbols(Elf *elf, struct object *o)
{
	Elf_Data *data = elf_getdata(elf_getscn(elf, SECTION_SYMBOLS), NULL);

	data->d_size = gelf_fsize(elf, ELF_T_SYM, o->symbols.len, EV_CURRENT);
	data->d_buf = o->table = dt_zalloc(data->d_size);
	for (size_t i = 0; i < o->symbols.len; i++)
		if (!gelf_update_sym(data, (int)i, &o->symbols.data[i]))
			return false;
	return true;
}

static bool write_header(Elf *elf, const struct dt_machine *m, size_t names)
{
	GElf_Ehdr e;

	if (!gelf_newehdr(elf, m->calls.word == 4 ? ELFCLASS32 : ELFCLASS64) ||
	    !gelf_getehdr(elf, &e))
		return false;
	e.e_ident[EI_DATA] = ELFDATA2LSB;
	e.e_machine = m->elf;
	e.e_type = ET_REL;
	e.e_version = EV_CURRENT;
	e.e_shstrndx = (GElf_Half)names;
	return gelf_update_ehdr(elf, &e);
}

static bool write_elf(Elf *elf, struct object *o)
{
	size_t word = o->machine->calls.word;
	const struct section sections[] = {
	    {".probes",
	     {.sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | SHF_WRITE, .sh_addralign = 2},
	     ELF_T_BYTE,
	     &o->semaphores},
	    {".note.dtrace", {.sh_type = SHT_NOTE, .sh_addralign = 4}, ELF_T_BYTE, &o->notes},
	    {".symtab",
	     {.sh_type = SHT_SYMTAB,
	      .sh_addralign = word,
	      .sh_link = SECTION_STRINGS,
	      .sh_info = 1,
	      .sh_entsize = word == 4 ? sizeof(Elf32_Sym) : sizeof(Elf64_Sym)},
	     ELF_T_SYM,
	     NULL},
	    {".strtab", {.sh_type = SHT_STRTAB, .sh_addralign = 1}, ELF_T_BYTE, &o->strings},
	    {".note.GNU-stack", {.sh_type = SHT_PROGBITS, .sh_addralign = 1}, ELF_T_BYTE, NULL},
	    {".shstrtab", {.sh_type = SHT_STRTAB, .sh_addralign = 1}, ELF_T_BYTE, NULL},
	};
	size_t n = dt_array_len(sections);

	if (!write_header(elf, o->machine, n))
		return false;
	for (size_t i = 0; i < n; i++)
		if (!add_section(elf, o, &sections[i]))
			return false;
	if (!fill_symbols(elf, o))
		return false;
	// The names' own section is complete only now.
	Elf_Data *names = elf_getdata(elf_getscn(elf, n), NULL);
	names->d_buf = o->section_names.data;
	names->d_size = o->section_names.len;
	return elf_update(elf, ELF_C_WRITE) > 0;
}

static struct dt_error *write_object(struct object *o, const char *path)
{
	dt_cleanup(dt_close_p) int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	Elf *elf;
	bool ok;

	if (fd < 0)
		return dt_error_os(errno, "failed to open output file '%s'", path);
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_WRITE, NULL);
	ok = elf && write_elf(elf, o);
	elf_end(elf);
	return ok ? NULL
		  : dt_error_new(DT_ERR_OTHER, "failed to write '%s': %s", path, elf_errmsg(-1));
}

// ---- the program's own objects

static const struct dt_provider_decl *find_provider(const struct dtrace *d, const char *name)
{
	for (const struct dt_provider_decl *p = d->compile->program.providers; p; p = p->next)
		if (dt_session_is_built_in(p) && !strcmp(p->name, name))
			return p;
	return NULL;
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
		    "%s calls probe %s:%s with %zu argument%s, %s declares %zu: compile it anew "
		    "with the header that -h makes now",
		    path, s->provider, s->name, n, n == 1 ? "" : "s", p->loc.source->name,
		    p->probes[i].n_args);
	}
	return dt_error_new(DT_ERR_OTHER, "%s has probe %s:%s, which %s does not declare", path,
			    s->provider, s->name, p->loc.source->name);
}

/** Objects that a compiler leaves for link-time optimisation are no ELF files; their notes come
 *  later. */
static bool is_bitcode(struct dt_file *f)
{
	char magic[4];

	return dt_file_read(f, 0, magic, sizeof(magic)) && !memcmp(magic, "BC\xc0\xde", 4);
}

static struct dt_error *check_object(const struct dtrace *d, const struct dt_machine *machine,
				     const char *path)
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
	return err;
}

struct dt_error *dtrace_write_object(struct dtrace *d, const char *path, const char *const *objects,
				     size_t n)
{
	bool is_32bit = d->options.v[DT_OPT_datamodel] == DT_DATAMODEL_32;
	struct object o = {.machine = dt_machine_of(is_32bit)};
	struct dt_error *err;

	// Configure scripts ask with "BEGIN{}" whether there is a -G.
	DT_TRY(dt_session_check_providers(d, true));
	for (size_t i = 0; i < n; i++)
		DT_TRY(check_object(d, o.machine, objects[i]));
	fill(&o, d);
	err = write_object(&o, path);
	object_deinit(&o);
	return err;
}
