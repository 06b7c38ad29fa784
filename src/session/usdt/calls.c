/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * -G: turns the probe calls of other DTraces' headers into probes. There MYPROV_GO(x) calls a
 * function that does not exist, __dtrace_myprov___go(), and MYPROV_GO_ENABLED() calls
 * __dtraceenabled_myprov___go().
 *
 * In the object, each call of the first kind is replaced by a nop and its relocation removed. A
 * note is added with the address of the nop and, according to the calling convention, the locations
 * of the arguments. The function's symbol becomes the symbol of the probe's semaphore, which the
 * note names. The object is then as if compiled with the header of our -h. Running -G again does
 * not change it.
 *
 * Calls of the second kind stay: the object written by -G defines the functions, which read the
 * semaphore (object.c).
 */
#include "session/usdt/sections.h"
#include "session/usdt/usdt.h"

#include "arch/call.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/** The probe that a symbol calls. */
struct target {
	const struct dt_provider_decl *provider;
	const struct dt_provider_probe *probe; // NULL: another symbol
};

struct object {
	const struct dtrace *d;
	const char *path;
	const struct dt_machine *machine;
	Elf *elf;
	size_t n_sections; // before changes
	size_t names;	   // section of the sections' names
	size_t table;	   // section of the symbols
	size_t strings;	   // section of the symbols' names
	Elf_Data *symbols;
	dt_vec(struct target) targets; // indexed by symbol
	dt_vec(void *) memory;	       // owned; of new parts, until the file is written
};

/** The notes of the calls in one section. */
struct notes {
	struct dt_str text;
	dt_relocs relocs;
	size_t code;	       // index of the section
	GElf_Shdr header;      // header of the section
	size_t anchor;	       // a symbol in the section
	uint64_t anchor_value; // value of that symbol
};

static struct dt_error *elf_error(const struct object *o)
{
	return dt_error_new(DT_ERR_OTHER, "failed to change '%s': %s", o->path, elf_errmsg(-1));
}

// ---- finding calls

static const struct dt_provider_probe *find_probe(const struct dt_provider_decl *p,
						  const char *name)
{
	for (size_t i = 0; i < p->n_probes; i++)
		if (!strcmp(p->probes[i].name, name))
			return &p->probes[i];
	return NULL;
}

/** Returns the text after a prefix, or NULL. */
static const char *text_after(const char *text, const char *prefix)
{
	size_t len = strlen(prefix);

	return strncmp(text, prefix, len) ? NULL : text + len;
}

/** Parses "PROVIDER___PROBE". The probe is NULL if the program does not declare the provider. */
static struct dt_error *parse_name(const struct object *o, const char *name, struct target *ret)
{
	*ret = (struct target){0};
	for (const struct dt_provider_decl *p = o->d->compile->program.providers; p; p = p->next) {
		const char *rest = dt_session_is_built_in(p) ? text_after(name, p->name) : NULL;
		const char *probe = rest ? text_after(rest, "___") : NULL;

		if (!probe)
			continue;
		*ret = (struct target){p, find_probe(p, probe)};
		return ret->probe ? NULL : dt_usdt_undeclared(p, probe, o->path);
	}
	return NULL;
}

static struct dt_error *read_symbol(struct object *o, const char *name, dt_usdt_asked *asked)
{
	const char *call = text_after(name, "__dtrace_"),
		   *question = text_after(name, "__dtraceenabled_");
	struct target t = {0};

	if (call || question)
		DT_TRY(parse_name(o, call ? call : question, &t));
	if (question && t.probe)
		dt_vec_push(asked, t.probe);
	dt_vec_push(&o->targets, call ? t : (struct target){0});
	return NULL;
}

static struct dt_error *read_symbols(struct object *o, dt_usdt_asked *asked)
{
	GElf_Sym s;

	for (int i = 0; gelf_getsym(o->symbols, i, &s); i++) {
		const char *name =
		    s.st_shndx == SHN_UNDEF ? elf_strptr(o->elf, o->strings, s.st_name) : NULL;

		DT_TRY(read_symbol(o, name ? name : "", asked));
	}
	return NULL;
}

static bool has_calls(const struct object *o)
{
	dt_vec_foreach (&o->targets, t)
		if (t->probe)
			return true;
	return false;
}

// ---- notes

/** Returns the size of an argument as the program passes it. Longs and addresses are a word of the
 * object, whatever their size in D. int64_t, a long in D, has 8 bytes. */
static unsigned argument_size(const struct dt_type *t, unsigned word)
{
	const struct dt_type *resolved = dt_type_resolve(t);

	if (!dt_type_is_integer(t))
		return word;
	for (; t->kind == DT_TYPE_TYPEDEF || t->kind == DT_TYPE_QUALIFIED; t = t->ref)
		if (t->name && strstr(t->name, "int64_t"))
			return 8;
	if (t->name && (!strcmp(t->name, "long") || !strcmp(t->name, "unsigned long")))
		return word;
	return (unsigned)resolved->size;
}

static void append_operands(struct dt_str *out, const struct dt_machine *m,
			    const struct dt_provider_probe *p, bool is_tail)
{
	unsigned at = 0, word = m->calls.word;

	for (size_t i = 0; i < p->n_args; i++) {
		unsigned size = argument_size(p->args[i], word);

		if (i)
			dt_str_append_c(out, ' ');
		dt_call_append_operand(out, m, is_tail, at, size, dt_type_is_signed(p->args[i]));
		at += (size + word - 1) / word;
	}
	dt_str_append_c(out, '\0');
}

static void append_note(const struct object *o, struct notes *n, size_t symbol,
			const struct dt_call *call)
{
	static const char owner[] = "stapsdt", zeros[24];
	const struct target *t = &o->targets.data[symbol];
	dt_cleanup(dt_str_deinit) struct dt_str text = {0};
	size_t word = o->machine->calls.word;
	uint32_t reloc = dt_call_reloc_word(o->machine);

	dt_str_append_n(&text, zeros,
			3 * word); // the probe, a base that tools may move, the semaphore
	dt_str_append_n(&text, t->provider->name, strlen(t->provider->name) + 1);
	dt_str_append_n(&text, t->probe->name, strlen(t->probe->name) + 1);
	append_operands(&text, o->machine, t->probe, call->is_tail);
	const Elf64_Nhdr header = {
	    .n_namesz = sizeof(owner), .n_descsz = (Elf64_Word)text.len, .n_type = 3};
	dt_str_append_n(&n->text, (const char *)&header, sizeof(header));
	dt_str_append_n(&n->text, owner, sizeof(owner));
	dt_vec_push(&n->relocs, (struct dt_reloc){n->text.len, n->anchor, reloc,
						  (int64_t)(call->probe - n->anchor_value)});
	dt_vec_push(&n->relocs, (struct dt_reloc){n->text.len + 2 * word, symbol, reloc, 0});
	dt_str_append_n(&n->text, text.data, text.len);
	dt_str_append_n(&n->text, zeros, -text.len % 4);
}

/** Returns the rank of a symbol for addresses in its section: best is the section's symbol, worst
 * one that another file may also define. */
static unsigned anchor_rank(const GElf_Sym *s)
{
	if (GELF_ST_TYPE(s->st_info) == STT_SECTION)
		return 3;
	return GELF_ST_BIND(s->st_info) == STB_LOCAL ? 2 : 1;
}

static void find_anchor(const struct object *o, struct notes *n)
{
	unsigned best = 0;
	GElf_Sym s;

	for (int i = 0; gelf_getsym(o->symbols, i, &s); i++) {
		if (s.st_shndx != n->code || anchor_rank(&s) <= best)
			continue;
		best = anchor_rank(&s);
		n->anchor = (size_t)i;
		n->anchor_value = s.st_value;
	}
}

// ---- changing the object

static void *keep_memory(struct object *o, void *memory)
{
	dt_vec_push(&o->memory, memory);
	return memory;
}

static size_t append_data(struct object *o, size_t section, Elf_Type type, const void *bytes,
			  size_t size)
{
	Elf_Scn *s = elf_getscn(o->elf, section);
	size_t at = 0;

	for (Elf_Data *d = NULL; (d = elf_getdata(s, d));)
		at += d->d_size;
	Elf_Data *data = elf_newdata(s);
	if (!data)
		return 0;
	data->d_buf = memcpy(keep_memory(o, dt_zalloc(size)), bytes, size);
	data->d_size = size;
	data->d_align = 1;
	data->d_type = type;
	return at;
}

static GElf_Word append_string(struct object *o, size_t section, const char *text)
{
	return (GElf_Word)append_data(o, section, ELF_T_BYTE, text, strlen(text) + 1);
}

/** Adds the notes to the group of the code, so that a linker discards both together. */
static void join_group(struct object *o, size_t code, size_t notes, size_t relocs)
{
	const Elf32_Word members[] = {(Elf32_Word)notes, (Elf32_Word)relocs};

	for (size_t i = 1; i < o->n_sections; i++) {
		Elf_Scn *s = elf_getscn(o->elf, i);
		GElf_Shdr h;
		Elf_Data *data;

		if (!gelf_getshdr(s, &h) || h.sh_type != SHT_GROUP ||
		    !(data = elf_getdata(s, NULL)))
			continue;
		const Elf32_Word *words = data->d_buf;
		for (size_t k = 1; k < data->d_size / sizeof(*words); k++) {
			if (words[k] == code) {
				append_data(o, i, ELF_T_WORD, members, sizeof(members));
				return;
			}
		}
	}
}

static struct dt_error *add_notes(struct object *o, struct notes *n)
{
	static const char name[] = ".note.stapsdt";
	dt_cleanup(dt_free_p) char *relocs_name =
	    dt_asprintf("%s%s", dt_section_reloc_prefix(o->machine), name);
	GElf_Xword group = n->header.sh_flags & SHF_GROUP;
	void *memory = NULL;

	Elf_Scn *notes = dt_section_add(o->elf,
					&(GElf_Shdr){.sh_name = append_string(o, o->names, name),
						     .sh_type = SHT_NOTE,
						     .sh_flags = group,
						     .sh_addralign = 4},
					ELF_T_BYTE, n->text.data, n->text.len);
	if (!notes)
		return elf_error(o);
	Elf_Scn *relocs =
	    dt_section_add_relocs(o->elf, o->machine,
				  (GElf_Shdr){.sh_name = append_string(o, o->names, relocs_name),
					      .sh_flags = group,
					      .sh_link = (GElf_Word)o->table},
				  elf_ndxscn(notes), &n->relocs, n->text.data, &memory);
	keep_memory(o, memory);
	keep_memory(o, n->text.data);
	n->text = (struct dt_str){0};
	if (!relocs)
		return elf_error(o);
	if (group)
		join_group(o, n->code, elf_ndxscn(notes), elf_ndxscn(relocs));
	return NULL;
}

/** Reads the common members of a relocation of either form. */
static bool get_reloc(Elf_Data *data, int i, GElf_Rel *ret)
{
	GElf_Rela rela;

	if (data->d_type == ELF_T_REL)
		return gelf_getrel(data, i, ret);
	if (!gelf_getrela(data, i, &rela))
		return false;
	*ret = (GElf_Rel){rela.r_offset, rela.r_info};
	return true;
}

static void drop_reloc(Elf_Data *data, int i, uint64_t at)
{
	enum { NONE = 0 }; // R_…_NONE of every machine

	if (data->d_type == ELF_T_REL)
		gelf_update_rel(data, i, &(GElf_Rel){at, GELF_R_INFO(0, NONE)});
	else
		gelf_update_rela(data, i, &(GElf_Rela){at, GELF_R_INFO(0, NONE), 0});
}

/** Turns the calls to which a section of relocations applies. */
static struct dt_error *turn_section(struct object *o, Elf_Data *relocs, struct notes *n)
{
	Elf_Scn *section = elf_getscn(o->elf, n->code);
	Elf_Data *code = elf_getdata(section, NULL);
	GElf_Rel r;

	if (!code || !gelf_getshdr(section, &n->header))
		return elf_error(o);
	find_anchor(o, n);
	for (int i = 0; get_reloc(relocs, i, &r); i++) {
		size_t symbol = GELF_R_SYM(r.r_info);
		struct dt_call call;

		if (symbol >= o->targets.len || !o->targets.data[symbol].probe)
			continue;
		if (!(n->header.sh_flags & SHF_EXECINSTR) || !n->anchor ||
		    !dt_call_replace(o->machine, code->d_buf, code->d_size, r.r_offset,
				     (uint32_t)GELF_R_TYPE(r.r_info), &call))
			return dt_error_new(
			    DT_ERR_OTHER,
			    "'%s' uses the function of probe %s:%s other than by a call that can "
			    "become a probe",
			    o->path, o->targets.data[symbol].provider->name,
			    o->targets.data[symbol].probe->name);
		drop_reloc(relocs, i, r.r_offset);
		append_note(o, n, symbol, &call);
		elf_flagdata(code, ELF_C_SET, ELF_F_DIRTY);
		elf_flagdata(relocs, ELF_C_SET, ELF_F_DIRTY);
	}
	return n->relocs.len ? add_notes(o, n) : NULL;
}

static struct dt_error *turn_sections(struct object *o)
{
	struct dt_error *err = NULL;

	for (size_t i = 1; i < o->n_sections && !err; i++) {
		Elf_Scn *s = elf_getscn(o->elf, i);
		struct notes n = {0};
		GElf_Shdr h;

		if (!gelf_getshdr(s, &h) || (h.sh_type != SHT_REL && h.sh_type != SHT_RELA) ||
		    h.sh_link != o->table)
			continue;
		n.code = h.sh_info;
		err = turn_section(o, elf_getdata(s, NULL), &n);
		dt_str_deinit(&n.text);
		dt_vec_deinit(&n.relocs);
	}
	return err;
}

/** Renames the functions' symbols to semaphores, as the header of -h declares them. */
static void rename_symbols(struct object *o)
{
	for (size_t i = 0; i < o->targets.len; i++) {
		const struct target *t = &o->targets.data[i];

		if (!t->probe)
			continue;
		dt_cleanup(dt_free_p) char *name =
		    dt_asprintf("%s_%s_semaphore", t->provider->name, t->probe->name);
		GElf_Sym s = {.st_name = append_string(o, o->strings, name),
			      .st_info = GELF_ST_INFO(STB_GLOBAL, STT_NOTYPE),
			      .st_other = STV_HIDDEN};
		gelf_update_sym(o->symbols, (int)i, &s);
	}
}

// ---- the file

/** Reads the headers. Returns false if the file has no symbols or is linked. */
static bool read_headers(struct object *o)
{
	GElf_Ehdr e;

	if (!gelf_getehdr(o->elf, &e) || e.e_type != ET_REL ||
	    elf_getshdrnum(o->elf, &o->n_sections) || elf_getshdrstrndx(o->elf, &o->names))
		return false;
	for (size_t i = 1; i < o->n_sections; i++) {
		Elf_Scn *s = elf_getscn(o->elf, i);
		GElf_Shdr h;

		if (!gelf_getshdr(s, &h) || h.sh_type != SHT_SYMTAB)
			continue;
		o->table = i;
		o->strings = h.sh_link;
		o->symbols = elf_getdata(s, NULL);
	}
	return o->symbols;
}

static struct dt_error *turn_object(struct object *o, bool is_writable, dt_usdt_asked *asked)
{
	if (!o->elf || !read_headers(o))
		return NULL; // no calls by symbol
	DT_TRY(read_symbols(o, asked));
	if (!has_calls(o))
		return NULL;
	if (!is_writable)
		return dt_error_new(DT_ERR_OTHER,
				    "'%s' has calls that become probes, and may not be written",
				    o->path);
	DT_TRY(turn_sections(o));
	rename_symbols(o);
	return elf_update(o->elf, ELF_C_WRITE) > 0 ? NULL : elf_error(o);
}

struct dt_error *dt_usdt_turn_calls(const struct dtrace *d, const struct dt_machine *machine,
				    const char *path, dt_usdt_asked *asked)
{
	struct object o = {.d = d, .path = path, .machine = machine};
	int writable = open(path, O_RDWR | O_CLOEXEC);
	dt_cleanup(dt_close_p) int fd = writable >= 0 ? writable : open(path, O_RDONLY | O_CLOEXEC);
	struct dt_error *err;

	if (fd < 0)
		return dt_error_os(errno, "failed to open object file '%s'", path);
	elf_version(EV_CURRENT);
	o.elf = elf_begin(fd, writable >= 0 ? ELF_C_RDWR : ELF_C_READ, NULL);
	err = turn_object(&o, writable >= 0, asked);
	elf_end(o.elf);
	dt_vec_foreach (&o.memory, m)
		free(*m);
	dt_vec_deinit(&o.memory);
	dt_vec_deinit(&o.targets);
	return err;
}
