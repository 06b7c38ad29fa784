/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * embed-runtime OUT.c OBJECT.bpf.o…: writes the BPF runtime as a C table (src/rt/rt.h).
 *
 * A build-time tool. It splits the objects that clang has compiled from runtime/ into functions.
 * Each function has its instructions, its calls to other functions (of any object), the positions
 * of strsize and maps, the bytes of stack that it uses, and the description of its arguments for
 * the verifier, read from the object's BTF. If the loader could not handle a function, this tool
 * fails with its name: global data, recursion, an argument that points to memory of unknown size.
 */
#include "rt/rt.h"

#include "abi/layout.h"

#include <bpf/btf.h>
#include <err.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_FUNCS = 512, MAX_RELOCS = 256 };

struct func {
	const char *object;
	char *name;
	size_t section;
	uint64_t offset; // in the section
	const struct bpf_insn *insns;
	uint32_t n;
	bool is_static;
	uint32_t stack;
	uint32_t n_args, args[DT_RT_MAX_ARGS];
	struct dt_rt_reloc relocs[MAX_RELOCS];
	uint32_t n_relocs;
	char *wanted[MAX_RELOCS]; // by relocation: function's name in another object, else NULL
	int state;		  // in the search for recursion
};

/** The functions of all objects. */
static struct func *funcs[MAX_FUNCS];
static size_t n_funcs;

struct object {
	const char *path;
	Elf *elf;
	struct btf *btf;
	Elf_Data *symbols;
	size_t strings, first; // section of symbol names; its first function in `funcs`
};

static struct func *find_func(const char *name)
{
	for (size_t i = 0; i < n_funcs; i++) {
		if (!funcs[i]->is_static && !strcmp(funcs[i]->name, name))
			return funcs[i];
	}
	return NULL;
}

static uint32_t func_index(const struct func *f)
{
	for (size_t i = 0; i < n_funcs; i++) {
		if (funcs[i] == f)
			return (uint32_t)i;
	}
	errx(1, "%s: not in the table", f->name);
}

static Elf_Data *section_data(struct object *o, size_t index)
{
	Elf_Scn *scn = elf_getscn(o->elf, index);
	Elf_Data *data = scn ? elf_getdata(scn, NULL) : NULL;

	if (!data)
		errx(1, "%s: section %zu: %s", o->path, index, elf_errmsg(-1));
	return data;
}

/** Returns the function of this object that contains byte `offset` of a section. */
static struct func *func_at(struct object *o, size_t section, uint64_t offset)
{
	for (size_t i = o->first; i < n_funcs; i++) {
		struct func *f = funcs[i];

		if (f->section == section && offset >= f->offset &&
		    offset < f->offset + f->n * sizeof(struct bpf_insn))
			return f;
	}
	errx(1, "%s: no function at %llu", o->path, (unsigned long long)offset);
}

static void add_reloc(struct func *f, uint32_t insn, enum dt_rt_reloc_kind kind,
		      struct func *target, const char *wanted)
{
	if (f->n_relocs == MAX_RELOCS)
		errx(1, "%s: %s: too many calls", f->object, f->name);
	f->wanted[f->n_relocs] = wanted ? strdup(wanted) : NULL;
	f->relocs[f->n_relocs++] = (struct dt_rt_reloc){
	    .insn = insn, .kind = kind, .func = target ? func_index(target) : 0};
}

/** Names of the runtime's tables: __dt_table_NAME. */
static const struct {
	const char *name;
	enum dt_table table;
} tables[] = {
    {"__dt_table_cells", DT_TABLE_CELLS},
    {"__dt_table_trace_places", DT_TABLE_TRACE_PLACES},
    {"__dt_table_unwind_counts", DT_TABLE_UNWIND_COUNTS},
    {"__dt_table_unwind_processes", DT_TABLE_UNWIND_PROCESSES},
    {"__dt_table_unwind_ranges", DT_TABLE_UNWIND_RANGES},
    {"__dt_table_unwind_files", DT_TABLE_UNWIND_FILES},
    {"__dt_table_unwind_pages", DT_TABLE_UNWIND_PAGES},
    {"__dt_table_unwind_rows", DT_TABLE_UNWIND_ROWS},
    {"__dt_table_unwind_rules", DT_TABLE_UNWIND_RULES},
    {"__dt_table_unwind_found", DT_TABLE_UNWIND_FOUND},
    {"__dt_table_unwind_inodes", DT_TABLE_UNWIND_INODES},
    {"__dt_table_unwind_layout", DT_TABLE_UNWIND_LAYOUT},
    {"__dt_table_unwind_requests", DT_TABLE_UNWIND_REQUESTS},
    {"__dt_table_own_ranges", DT_TABLE_OWN_RANGES},
    {"__dt_table_own_pages", DT_TABLE_OWN_PAGES},
    {"__dt_table_own_rows", DT_TABLE_OWN_ROWS},
    {"__dt_table_own_rules", DT_TABLE_OWN_RULES},
    {"__dt_table_own_found", DT_TABLE_OWN_FOUND},
};

/** Adds a relocation for a table. Returns false if the name is not that of a table. */
static bool add_table(struct func *f, uint32_t insn, const char *name)
{
	for (size_t i = 0; i < sizeof(tables) / sizeof(*tables); i++) {
		if (strcmp(tables[i].name, name) != 0)
			continue;
		add_reloc(f, insn, DT_RT_TABLE, NULL, NULL);
		f->relocs[f->n_relocs - 1].func = tables[i].table;
		return true;
	}
	return false;
}

/** Returns the bytes below r10 that the function uses, by loads and stores or by computed
 *  addresses. */
static uint32_t stack_of(const struct func *f)
{
	int32_t lowest = 0;

	for (uint32_t i = 0; i < f->n; i++) {
		const struct bpf_insn *insn = &f->insns[i];
		unsigned class = BPF_CLASS(insn->code);
		bool memory =
		    (class == BPF_LDX && insn->src_reg == BPF_REG_10) ||
		    ((class == BPF_ST || class == BPF_STX) && insn->dst_reg == BPF_REG_10);

		if (memory && insn->off < lowest)
			lowest = insn->off;
		// rX = r10; rX += -N
		if (insn->code == (BPF_ALU64 | BPF_MOV | BPF_X) && insn->src_reg == BPF_REG_10 &&
		    i + 1 < f->n && insn[1].code == (BPF_ALU64 | BPF_ADD | BPF_K) &&
		    insn[1].dst_reg == insn->dst_reg && insn[1].imm < lowest)
			lowest = insn[1].imm;
	}
	return (uint32_t)-lowest;
}

static uint32_t argument_type(const struct func *f, const struct btf *btf, uint32_t type)
{
	const struct btf_type *t = btf__type_by_id(btf, type);

	while (btf_is_mod(t) || btf_is_typedef(t))
		t = btf__type_by_id(btf, t->type);
	if (!btf_is_ptr(t))
		return DT_RT_SCALAR;
	if (f->is_static)
		return DT_RT_SCALAR; // verified at each call: no description needed
	uint32_t pointee = t->type;
	const struct btf_type *to = btf__type_by_id(btf, pointee);
	while (btf_is_mod(to) || btf_is_typedef(to)) {
		pointee = to->type;
		to = btf__type_by_id(btf, pointee);
	}
	if (btf_is_struct(to) && !strcmp(btf__name_by_offset(btf, to->name_off), "dt_string"))
		return DT_RT_STRING;
	long long size = btf_is_void(to) ? -1 : btf__resolve_size(btf, pointee);
	if (size <= 0)
		errx(1, "%s: %s: an argument points to memory of unknown size", f->object, f->name);
	return (uint32_t)size;
}

static void read_signature(struct func *f, const struct btf *btf)
{
	int id = btf__find_by_name_kind(btf, f->name, BTF_KIND_FUNC);

	if (id < 0)
		errx(1, "%s: %s: not described in the BTF", f->object, f->name);
	const struct btf_type *proto =
	    btf__type_by_id(btf, btf__type_by_id(btf, (uint32_t)id)->type);
	f->n_args = btf_vlen(proto);
	if (f->n_args > DT_RT_MAX_ARGS)
		errx(1, "%s: %s: more than five arguments", f->object, f->name);
	for (uint32_t i = 0; i < f->n_args; i++)
		f->args[i] = argument_type(f, btf, btf_params(proto)[i].type);
}

static void read_functions(struct object *o)
{
	GElf_Sym sym;

	for (int i = 0; gelf_getsym(o->symbols, i, &sym); i++) {
		if (GELF_ST_TYPE(sym.st_info) != STT_FUNC || sym.st_shndx == SHN_UNDEF)
			continue;
		if (n_funcs == MAX_FUNCS)
			errx(1, "%s: too many functions", o->path);
		struct func *f = calloc(1, sizeof(*f));
		if (!f)
			err(1, "%s", o->path);
		f->object = o->path;
		f->name = strdup(elf_strptr(o->elf, o->strings, sym.st_name));
		f->section = sym.st_shndx;
		f->offset = sym.st_value;
		f->n = (uint32_t)(sym.st_size / sizeof(struct bpf_insn));
		f->insns = (const struct bpf_insn *)((char *)section_data(o, f->section)->d_buf +
						     f->offset);
		f->is_static = GELF_ST_BIND(sym.st_info) == STB_LOCAL;
		if (!f->is_static && find_func(f->name))
			errx(1, "%s: %s is defined twice", o->path, f->name);
		f->stack = stack_of(f);
		read_signature(f, o->btf);
		funcs[n_funcs++] = f;
	}
}

/** Adds relocations for calls within a section. The object has none, because their offset is
 *  complete. */
static void read_inner_calls(struct object *o)
{
	for (size_t i = o->first; i < n_funcs; i++) {
		struct func *f = funcs[i];

		for (uint32_t at = 0; at < f->n; at++) {
			const struct bpf_insn *insn = &f->insns[at];

			if (insn->code != (BPF_JMP | BPF_CALL) ||
			    insn->src_reg != BPF_PSEUDO_CALL || insn->imm == -1)
				continue;
			int64_t target = (int64_t)f->offset +
					 ((int64_t)at + 1 + insn->imm) * (int64_t)sizeof(*insn);
			add_reloc(f, at, DT_RT_CALL, func_at(o, f->section, (uint64_t)target),
				  NULL);
		}
	}
}

static void read_reloc(struct object *o, size_t section, const GElf_Rel *rel)
{
	struct func *f = func_at(o, section, rel->r_offset);
	uint32_t at = (uint32_t)((rel->r_offset - f->offset) / sizeof(struct bpf_insn));
	const struct bpf_insn *insn = &f->insns[at];
	bool call = insn->code == (BPF_JMP | BPF_CALL);
	GElf_Sym sym;

	gelf_getsym(o->symbols, (int)GELF_R_SYM(rel->r_info), &sym);
	const char *name = elf_strptr(o->elf, o->strings, sym.st_name);
	if (sym.st_shndx == SHN_UNDEF) {
		if (!strcmp(name, "__dt_strsize"))
			add_reloc(f, at, DT_RT_STRSIZE, NULL, NULL);
		else if (!strcmp(name, "__dt_cells_size"))
			add_reloc(f, at, DT_RT_CELLS, NULL, NULL);
		else if (add_table(f, at, name))
			return;
		else
			add_reloc(f, at, call ? DT_RT_CALL : DT_RT_FUNC_ADDR, NULL, name);
		return;
	}
	GElf_Shdr header;
	gelf_getshdr(elf_getscn(o->elf, sym.st_shndx), &header);
	if (!(header.sh_flags & SHF_EXECINSTR))
		errx(1, "%s: %s uses global data or a constant table (%s)", f->object, f->name,
		     name);
	// A section symbol's addend is in the instruction: bytes, or for calls instructions less 1.
	uint64_t offset = sym.st_value;
	if (GELF_ST_TYPE(sym.st_info) == STT_SECTION)
		offset += call ? (uint64_t)(insn->imm + 1) * sizeof(*insn) : (uint64_t)insn->imm;
	if (call && insn->imm != -1)
		return; // read_inner_calls() adds it
	add_reloc(f, at, call ? DT_RT_CALL : DT_RT_FUNC_ADDR, func_at(o, sym.st_shndx, offset),
		  NULL);
}

static void read_object(const char *path)
{
	struct object o = {.path = path, .first = n_funcs};
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		err(1, "%s", path);
	o.elf = elf_begin(fd, ELF_C_READ, NULL);
	size_t names;
	if (!o.elf || elf_getshdrstrndx(o.elf, &names) != 0)
		errx(1, "%s: %s", path, elf_errmsg(-1));
	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(o.elf, scn));) {
		GElf_Shdr header;

		gelf_getshdr(scn, &header);
		if (header.sh_type == SHT_SYMTAB) {
			o.symbols = elf_getdata(scn, NULL);
			o.strings = header.sh_link;
		}
		if (!strcmp(elf_strptr(o.elf, names, header.sh_name), ".BTF")) {
			Elf_Data *data = elf_getdata(scn, NULL);

			o.btf = btf__new(data->d_buf, (uint32_t)data->d_size);
		}
	}
	if (!o.symbols || !o.btf)
		errx(1, "%s: no symbols or no BTF", path);
	read_functions(&o);
	read_inner_calls(&o);
	for (Elf_Scn *scn = NULL; (scn = elf_nextscn(o.elf, scn));) {
		GElf_Shdr header, target;
		GElf_Rel rel;

		gelf_getshdr(scn, &header);
		if (header.sh_type != SHT_REL)
			continue;
		gelf_getshdr(elf_getscn(o.elf, header.sh_info), &target);
		if (!(target.sh_flags & SHF_EXECINSTR))
			continue;
		for (int i = 0; gelf_getrel(elf_getdata(scn, NULL), i, &rel); i++)
			read_reloc(&o, header.sh_info, &rel);
	}
	btf__free(o.btf); // the ELF object stays open, because it holds the instructions
}

static void resolve_calls(struct func *f)
{
	for (uint32_t i = 0; i < f->n_relocs; i++) {
		if (!f->wanted[i])
			continue;
		struct func *target = find_func(f->wanted[i]);
		if (!target)
			errx(1, "%s: %s uses %s, which no object defines", f->object, f->name,
			     f->wanted[i]);
		f->relocs[i].func = func_index(target);
	}
}

static void refuse_recursion(struct func *f)
{
	if (f->state == 2)
		return;
	if (f->state == 1)
		errx(1, "%s: %s calls itself", f->object, f->name);
	f->state = 1;
	for (uint32_t i = 0; i < f->n_relocs; i++) {
		if (dt_rt_is_call(&f->relocs[i]))
			refuse_recursion(funcs[f->relocs[i].func]);
	}
	f->state = 2;
}

static void write_code(FILE *out, size_t index)
{
	static const char *const kinds[] = {
	    [DT_RT_CALL] = "DT_RT_CALL",       [DT_RT_FUNC_ADDR] = "DT_RT_FUNC_ADDR",
	    [DT_RT_STRSIZE] = "DT_RT_STRSIZE", [DT_RT_CELLS] = "DT_RT_CELLS",
	    [DT_RT_TABLE] = "DT_RT_TABLE",
	};
	const struct func *f = funcs[index];

	fprintf(out, "/* %s */\nstatic const struct bpf_insn insns_%zu[] = {\n", f->name, index);
	for (uint32_t i = 0; i < f->n; i++)
		fprintf(out, "\t{0x%02x, %u, %u, %d, %d},\n", f->insns[i].code, f->insns[i].dst_reg,
			f->insns[i].src_reg, f->insns[i].off, f->insns[i].imm);
	fprintf(out, "};\n");
	if (f->n_relocs)
		fprintf(out, "static const struct dt_rt_reloc relocs_%zu[] = {\n", index);
	for (uint32_t i = 0; i < f->n_relocs; i++)
		fprintf(out, "\t{%u, %s, %u},\n", f->relocs[i].insn, kinds[f->relocs[i].kind],
			f->relocs[i].func);
	if (f->n_relocs)
		fprintf(out, "};\n");
}

static void write_entry(FILE *out, size_t index)
{
	const struct func *f = funcs[index];

	fprintf(out, "\t{.name = \"%s\", .insns = insns_%zu, .n_insns = %u, .stack = %u,\n",
		f->name, index, f->n, f->stack);
	if (f->n_relocs)
		fprintf(out, "\t .relocs = relocs_%zu, .n_relocs = %u,\n", index, f->n_relocs);
	fprintf(out, "\t .is_static = %s, .n_args = %u, .args = {", f->is_static ? "true" : "false",
		f->n_args);
	for (uint32_t i = 0; i < f->n_args; i++)
		fprintf(out, "%s%uu", i ? ", " : "", f->args[i]);
	fprintf(out, "%s}},\n", f->n_args ? "" : "0");
}

int main(int argc, char **argv)
{
	if (argc < 2)
		errx(2, "usage: embed-runtime OUT.c OBJECT.bpf.o...");
	elf_version(EV_CURRENT);
	for (int i = 2; i < argc; i++)
		read_object(argv[i]);
	for (size_t i = 0; i < n_funcs; i++)
		resolve_calls(funcs[i]);
	for (size_t i = 0; i < n_funcs; i++)
		refuse_recursion(funcs[i]);

	FILE *out = fopen(argv[1], "w");
	if (!out)
		err(1, "%s", argv[1]);
	fprintf(out, "/* Made from runtime/ by tools/embed-runtime.c. */\n#include "
		     "\"rt/rt.h\"\n\n");
	for (size_t i = 0; i < n_funcs; i++)
		write_code(out, i);
	fprintf(out, "\nconst struct dt_rt_func dt_rt_table[] = {\n");
	for (size_t i = 0; i < n_funcs; i++)
		write_entry(out, i);
	fprintf(out, "%s};\nconst size_t dt_rt_count = %zu;\n", n_funcs ? "" : "\t{0},\n", n_funcs);
	if (fclose(out) != 0)
		err(1, "%s", argv[1]);
	return 0;
}
