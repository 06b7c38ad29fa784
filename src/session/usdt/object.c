/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * -G: writes the object that a program links with its probes.
 *
 *	.probes		a semaphore for each probe: unsigned short PROVIDER_PROBE_semaphore,
 *			hidden, because a library and the program that uses it may both have the
 *			provider
 *	.note.dtrace	a note for each provider with the types and attributes of its
 *			declaration, which debuggers' notes cannot contain (types_note.c)
 *	.text		a function for each probe that objects query by a call whether it is
 *			traced (calls.c)
 */
#include "session/usdt/sections.h"
#include "session/usdt/usdt.h"
#include "arch/call.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct dt_error *dt_session_check_providers(struct dtrace *d, bool clauses_do)
{
	DT_TRY(dtrace_check(d));
	const struct dt_program *p = &d->compile->program;
	bool found = p->clauses && clauses_do;

	if (p->clauses)
		dt_session_message(d, "-h and -G ignore the clauses of the program; they use only "
				      "its providers");
	for (const struct dt_provider_decl *decl = p->providers; decl; decl = decl->next)
		found = found || dt_session_is_built_in(decl);
	return found ? NULL
		     : dt_error_new(DT_ERR_USAGE, "no provider is declared: -h and -G need "
						  "\"provider name { probe … };\"");
}

/** The parts of the object. The enum below has the section numbers. */
struct object {
	struct dt_str notes, semaphores, code, strings, section_names;
	dt_relocs relocs;  // of `code`
	void *reloc_table; // `relocs` in the file's form
	dt_vec(GElf_Sym) symbols;
	void *table; // `symbols` in the file's form
	const struct dt_machine *machine;
};

enum { SECTION_PROBES = 1, SECTION_NOTES, SECTION_TEXT, SECTION_SYMBOLS, SECTION_STRINGS };

static void object_deinit(struct object *o)
{
	dt_str_deinit(&o->notes);
	dt_str_deinit(&o->semaphores);
	dt_str_deinit(&o->strings);
	dt_str_deinit(&o->section_names);
	dt_vec_deinit(&o->symbols);
	free(o->table);
	dt_str_deinit(&o->code);
	dt_vec_deinit(&o->relocs);
	free(o->reloc_table);
}

static uint32_t append_string(struct dt_str *table, const char *text)
{
	uint32_t at = (uint32_t)table->len;

	dt_str_append_n(table, text, strlen(text) + 1);
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

/** Adds the function that reports whether a probe is traced. It reads the semaphore, which is the
 * last symbol so far. */
static void add_answer(struct object *o, const char *provider, const char *probe)
{
	dt_cleanup(dt_free_p) char *name = dt_asprintf("__dtraceenabled_%s___%s", provider, probe);
	const struct dt_call_reader *r = dt_call_reader(o->machine);

	dt_vec_push(&o->relocs, (struct dt_reloc){o->code.len + r->at, o->symbols.len - 1, r->reloc,
						  r->addend});
	dt_vec_push(&o->symbols, (GElf_Sym){.st_name = append_string(&o->strings, name),
					    .st_info = GELF_ST_INFO(STB_GLOBAL, STT_FUNC),
					    .st_other = STV_HIDDEN,
					    .st_shndx = SECTION_TEXT,
					    .st_value = o->code.len,
					    .st_size = r->size});
	dt_str_append_n(&o->code, (const char *)r->code, r->size);
}

static bool is_asked(const dt_usdt_asked *asked, const struct dt_provider_probe *p)
{
	dt_vec_foreach (asked, a)
		if (*a == p)
			return true;
	return false;
}

static void fill_object(struct object *o, const struct dtrace *d, const dt_usdt_asked *asked)
{
	append_string(&o->strings, "");
	append_string(&o->section_names, "");
	dt_vec_push(&o->symbols, (GElf_Sym){0});
	for (const struct dt_provider_decl *p = d->compile->program.providers; p; p = p->next) {
		if (!dt_session_is_built_in(p))
			continue;
		dt_usdt_append_types(&o->notes, d, p);
		for (size_t i = 0; i < p->n_probes; i++) {
			add_semaphore(o, p->name, p->probes[i].name);
			if (is_asked(asked, &p->probes[i]))
				add_answer(o, p->name, p->probes[i].name);
		}
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
	GElf_Shdr h = s->header;

	h.sh_name = append_string(&o->section_names, s->name);
	if (h.sh_type == SHT_RELA)
		return dt_section_add_relocs(elf, o->machine, h, SECTION_TEXT, &o->relocs,
					     o->code.data, &o->reloc_table);
	return dt_section_add(elf, &h, s->type, s->data ? s->data->data : NULL,
			      s->data ? s->data->len : 0);
}

/** Writes the symbols with the file's word size. */
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
	dt_cleanup(dt_free_p) char *relocs =
	    dt_asprintf("%s.text", dt_section_reloc_prefix(o->machine));
	const struct section sections[] = {
	    {".probes",
	     {.sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | SHF_WRITE, .sh_addralign = 2},
	     ELF_T_BYTE,
	     &o->semaphores},
	    {".note.dtrace", {.sh_type = SHT_NOTE, .sh_addralign = 4}, ELF_T_BYTE, &o->notes},
	    {".text",
	     {.sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | SHF_EXECINSTR, .sh_addralign = 16},
	     ELF_T_BYTE,
	     &o->code},
	    {".symtab",
	     {.sh_type = SHT_SYMTAB,
	      .sh_addralign = word,
	      .sh_link = SECTION_STRINGS,
	      .sh_info = 1,
	      .sh_entsize = word == 4 ? sizeof(Elf32_Sym) : sizeof(Elf64_Sym)},
	     ELF_T_SYM,
	     NULL},
	    {".strtab", {.sh_type = SHT_STRTAB, .sh_addralign = 1}, ELF_T_BYTE, &o->strings},
	    {relocs, {.sh_type = SHT_RELA, .sh_link = SECTION_SYMBOLS}, ELF_T_RELA, NULL},
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
	// The section of names is complete only now.
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

struct dt_error *dtrace_write_object(struct dtrace *d, const char *path, const char *const *objects,
				     size_t n)
{
	if (n && !objects)
		return dt_error_new(DT_ERR_USAGE, "an argument is NULL");
	DT_TRY(dt_session_enter(d, path));
	bool is_32bit = d->options.v[DT_OPT_datamodel] == DT_DATAMODEL_32;
	struct object o = {.machine = dt_machine_of(is_32bit)};
	dt_usdt_asked asked = {0};
	struct dt_error *err = NULL;

	if (is_32bit && !dt_arch.compat.elf)
		return dt_error_new(DT_ERR_UNSUPPORTED,
				    "-G writes no 32-bit objects for this processor");
	// Configure scripts test with "BEGIN{}" whether -G is supported.
	DT_TRY(dt_session_check_providers(d, true));
	for (size_t i = 0; i < n && !err; i++)
		err = dt_usdt_check_object(d, o.machine, objects[i], &asked);
	if (!err) {
		fill_object(&o, d, &asked);
		err = write_object(&o, path);
		object_deinit(&o);
	}
	dt_vec_deinit(&asked);
	return err;
}
