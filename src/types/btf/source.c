/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Converts BTF records to types of the universe.
 *
 * Kernel types form one large graph: nearly every struct is reachable from struct task_struct.
 * Therefore a struct or union starts as a forward declaration of known size, and its members are
 * created when it is resolved. Other types are created at once, with all types they refer to. Only
 * damaged BTF has loops without a struct; a type that refers to itself is void at that point.
 *
 * Integers become D's basic types by size and sign. Type tags on the target of a pointer state its
 * address space: "user" is userland, "percpu" is a per-CPU offset; others do not matter for
 * reading. Bit-fields that cross their unit (packed structs) become byte arrays.
 *
 * Not supported: declaration tags; 128-bit integers become two unsigned longs.
 */
#include "types/btf/source.h"

#include "base/map.h"
#include "base/vec.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 64 };

/** The BTF of the kernel or a module. */
struct file {
	const char *name; // interned in the first universe that uses it
	struct dt_rawbtf *btf;
	const struct dt_type **types; // by id - first; NULL: not created yet
	uint32_t first, end;
};

struct dt_btf_source {
	struct dt_type_source types;
	dt_rawbtf_opener *open;
	struct dt_universe *u; // the universe of all its types
	bool tried, tried_modules;
	dt_vec(struct file *) files;  // [0] is vmlinux
	struct dt_map no_enumerators; // names that no enumeration has
	unsigned depth;
};

static const struct dt_type *make_type(struct dt_btf_source *s, struct file *f, uint32_t id);

static const struct dt_type *basic_type(struct dt_btf_source *s, enum dt_basic b)
{
	return dt_type_basic(s->u, b);
}

static const struct dt_type *make_int(struct dt_btf_source *s, const struct btf_type *t,
				      const char *name)
{
	uint32_t info = *(const uint32_t *)(t + 1);
	bool is_signed = BTF_INT_ENCODING(info) & BTF_INT_SIGNED;

	if (BTF_INT_ENCODING(info) & BTF_INT_BOOL)
		return basic_type(s, DT_BOOL);
	return dt_type_integer(s->u, t->size, is_signed, name);
}

static const struct dt_type *make_float(struct dt_btf_source *s, const struct btf_type *t)
{
	return basic_type(s, t->size == 4 ? DT_FLOAT : t->size == 8 ? DT_DOUBLE : DT_LDOUBLE);
}

static const struct dt_type *make_enum(struct dt_btf_source *s, const struct file *f,
				       const struct btf_type *t, const char *name)
{
	size_t n = BTF_INFO_VLEN(t->info);
	struct dt_enumerator *e = dt_type_memory(s->u, n * sizeof(*e) + 1);
	struct dt_type *type = dt_type_create(s->u, DT_TYPE_ENUM, *name ? name : NULL);

	for (size_t i = 0; i < n; i++) {
		e[i].name =
		    dt_type_intern(s->u, dt_rawbtf_string(f->btf, dt_rawbtf_enum_name(t, i)));
		e[i].value = dt_rawbtf_enum_value(t, i);
		type->is_signed = type->is_signed || e[i].value < 0;
	}
	type->size = t->size == 1 || t->size == 2 || t->size == 8 ? t->size : 4;
	type->align = type->size;
	type->bits = type->size * 8;
	type->enumerators = e;
	type->n_enumerators = n;
	return type;
}

/** Creates a struct or union without its members. */
static const struct dt_type *make_forward(struct dt_btf_source *s, const struct file *f,
					  const struct btf_type *t, uint32_t id, const char *name)
{
	bool is_fwd = BTF_INFO_KIND(t->info) == BTF_KIND_FWD;
	bool is_union = is_fwd ? BTF_INFO_KFLAG(t->info) : BTF_INFO_KIND(t->info) == BTF_KIND_UNION;
	struct dt_type *type = dt_type_create(s->u, DT_TYPE_FORWARD, *name ? name : NULL);

	type->forward_kind = is_union ? DT_TYPE_UNION : DT_TYPE_STRUCT;
	type->container = f->name;
	if (is_fwd)
		return type;
	type->size = t->size;
	// BTF has no alignment. A guess suffices for structs that D lays out.
	type->align = t->size % 8 == 0 ? 8 : t->size % 4 == 0 ? 4 : t->size % 2 == 0 ? 2 : 1;
	type->lazy = &s->types;
	type->lazy_id = id;
	return type;
}

static const struct dt_type *make_array(struct dt_btf_source *s, struct file *f,
					const struct btf_type *t)
{
	const struct btf_array *a = (const struct btf_array *)(t + 1);
	const struct dt_type *of = make_type(s, f, a->type);

	return dt_type_array(s->u, of->kind == DT_TYPE_VOID ? basic_type(s, DT_UCHAR) : of,
			     a->nelems);
}

static const struct dt_type *make_function(struct dt_btf_source *s, struct file *f,
					   const struct btf_type *t)
{
	const struct btf_param *p = (const struct btf_param *)(t + 1);
	size_t n = BTF_INFO_VLEN(t->info);
	bool varargs = n && !p[n - 1].type && !p[n - 1].name_off;
	const struct dt_type **params = dt_malloc((n + 1) * sizeof(*params));
	const struct dt_type *result;

	for (size_t i = 0; i < n; i++)
		params[i] = make_type(s, f, p[i].type);
	result = dt_type_function(s->u, make_type(s, f, t->type), params, n - varargs, varargs);
	free(params);
	return result;
}

static const struct dt_type *make_typedef(struct dt_btf_source *s, struct file *f,
					  const struct btf_type *t, const char *name)
{
	const struct dt_type *ref = make_type(s, f, t->type);
	struct dt_type *type = dt_type_create(s->u, DT_TYPE_TYPEDEF, name);

	type->ref = ref;
	type->size = ref->size;
	type->align = ref->align;
	return type;
}

static const struct dt_type *make_tagged(struct dt_btf_source *s, struct file *f,
					 const struct btf_type *t, const char *name)
{
	const struct dt_type *ref = make_type(s, f, t->type);

	if (!strcmp(name, "user"))
		return dt_type_qualified(s->u, ref, DT_QUAL_USERLAND);
	if (!strcmp(name, "percpu"))
		return dt_type_qualified(s->u, ref, DT_QUAL_PERCPU);
	return ref;
}

static const struct dt_type *make_kind(struct dt_btf_source *s, struct file *f,
				       const struct btf_type *t, uint32_t id)
{
	const char *name = dt_rawbtf_string(f->btf, t->name_off);

	switch (BTF_INFO_KIND(t->info)) {
	case BTF_KIND_INT:
		return make_int(s, t, name);
	case BTF_KIND_FLOAT:
		return make_float(s, t);
	case BTF_KIND_PTR:
		return dt_type_pointer(s->u, make_type(s, f, t->type));
	case BTF_KIND_ARRAY:
		return make_array(s, f, t);
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
	case BTF_KIND_FWD:
		return make_forward(s, f, t, id, name);
	case BTF_KIND_ENUM:
	case BTF_KIND_ENUM64:
		return make_enum(s, f, t, name);
	case BTF_KIND_TYPEDEF:
		return make_typedef(s, f, t, name);
	case BTF_KIND_CONST:
		return dt_type_qualified(s->u, make_type(s, f, t->type), DT_QUAL_CONST);
	case BTF_KIND_VOLATILE:
		return dt_type_qualified(s->u, make_type(s, f, t->type), DT_QUAL_VOLATILE);
	case BTF_KIND_RESTRICT:
		return dt_type_qualified(s->u, make_type(s, f, t->type), DT_QUAL_RESTRICT);
	case BTF_KIND_TYPE_TAG:
		return make_tagged(s, f, t, name);
	case BTF_KIND_FUNC_PROTO:
		return make_function(s, f, t);
	default:
		return basic_type(s, DT_VOID);
	}
}

/** Returns the type of an id, which is created on first use. */
static const struct dt_type *make_type(struct dt_btf_source *s, struct file *f, uint32_t id)
{
	const struct btf_type *t = dt_rawbtf_type(f->btf, id);
	const struct dt_type *made;

	// Types of the base belong to the base, so that all modules share them.
	while (id < f->first && f != s->files.data[0])
		f = s->files.data[0];
	if (!t || id < f->first || id >= f->end || s->depth > MAX_DEPTH)
		return basic_type(s, DT_VOID);
	if (f->types[id - f->first])
		return f->types[id - f->first];
	f->types[id - f->first] = basic_type(s, DT_VOID);
	s->depth++;
	made = make_kind(s, f, t, id);
	s->depth--;
	return f->types[id - f->first] = made;
}

// ---- members

/** Converts the old form of a bit-field: an integer type with fewer bits than its size. */
static void narrow_member(const struct file *f, uint32_t id, struct dt_member *m)
{
	const struct btf_type *t = dt_rawbtf_type(f->btf, id);

	for (int i = 0; t && i < MAX_DEPTH; i++) {
		unsigned kind = BTF_INFO_KIND(t->info);

		if (kind == BTF_KIND_INT) {
			uint32_t info = *(const uint32_t *)(t + 1);

			if (BTF_INT_BITS(info) >= t->size * 8)
				return;
			m->bit_offset += BTF_INT_OFFSET(info);
			m->bit_width = BTF_INT_BITS(info);
			return;
		}
		if (kind != BTF_KIND_TYPEDEF && kind != BTF_KIND_CONST && kind != BTF_KIND_VOLATILE)
			return;
		t = dt_rawbtf_type(f->btf, t->type);
	}
}

static void make_member(struct dt_btf_source *s, struct file *f, const struct btf_type *t,
			const struct btf_member *from, struct dt_member *m)
{
	const char *name = dt_rawbtf_string(f->btf, from->name_off);
	bool packed = BTF_INFO_KFLAG(t->info);

	m->name = *name ? dt_type_intern(s->u, name) : NULL;
	m->type = make_type(s, f, from->type);
	m->bit_offset = packed ? BTF_MEMBER_BIT_OFFSET(from->offset) : from->offset;
	m->bit_width = packed ? BTF_MEMBER_BITFIELD_SIZE(from->offset) : 0;
	if (!packed)
		narrow_member(f, from->type, m);

	// A form that no compiler generates becomes bytes.
	if (m->bit_width > m->type->size * 8) {
		uint64_t last = m->bit_offset + m->bit_width + 7;

		m->type =
		    dt_type_array(s->u, basic_type(s, DT_UCHAR), last / 8 - m->bit_offset / 8);
		m->bit_offset -= m->bit_offset % 8;
		m->bit_width = 0;
	}
}

static struct file *file_of(struct dt_btf_source *s, const struct dt_type *t)
{
	dt_vec_foreach (&s->files, f) {
		if ((*f)->name == t->container)
			return *f;
	}
	return NULL;
}

static void btf_complete(void *self, struct dt_type *t)
{
	struct dt_btf_source *s = self;
	struct file *f = file_of(s, t);
	const struct btf_type *from = f ? dt_rawbtf_type(f->btf, t->lazy_id) : NULL;
	struct dt_member *m;
	size_t n;

	t->lazy = NULL;
	if (!from)
		return;
	n = BTF_INFO_VLEN(from->info);
	m = dt_type_memory(s->u, n * sizeof(*m) + 1);
	for (size_t i = 0; i < n; i++)
		make_member(s, f, from, (const struct btf_member *)(from + 1) + i, &m[i]);
	t->kind = t->forward_kind;
	t->members = m;
	t->n_members = n;
}

// ---- files

static void add_file(struct dt_btf_source *s, struct dt_rawbtf *btf, const char *name)
{
	struct file *f = dt_zalloc(sizeof(*f));

	f->name = dt_type_intern(s->u, name);
	f->btf = btf;
	f->first = s->files.len ? dt_rawbtf_end(s->files.data[0]->btf) : 1;
	f->end = dt_rawbtf_end(btf);
	f->types = dt_zalloc((f->end - f->first + 1) * sizeof(*f->types));
	dt_vec_push(&s->files, f);
}

/** Opens vmlinux on first use. Reports whether there is any BTF. */
static bool have_btf(struct dt_btf_source *s, struct dt_universe *u)
{
	struct dt_rawbtf *btf;

	s->u = u;
	if (!s->tried) {
		s->tried = true;
		btf = s->open("vmlinux", NULL);
		if (btf)
			add_file(s, btf, "vmlinux");
	}
	return s->files.len > 0;
}

static int is_module_entry(const struct dirent *e)
{
	return e->d_name[0] != '.' && strcmp(e->d_name, "vmlinux") != 0;
}

/** Opens the BTF of all modules, once, when vmlinux lacks a name. */
static void open_modules(struct dt_btf_source *s)
{
	struct dirent **list;
	int n;

	if (s->tried_modules)
		return;
	s->tried_modules = true;
	n = scandir("/sys/kernel/btf", &list, is_module_entry, alphasort);
	for (int i = 0; i < n; i++) {
		struct dt_rawbtf *btf = s->open(list[i]->d_name, s->files.data[0]->btf);

		if (btf)
			add_file(s, btf, list[i]->d_name);
		free(list[i]);
	}
	if (n >= 0)
		free(list);
}

/** Returns the file that defines a name, and its id; `module` "" means any. */
static struct file *find_type(struct dt_btf_source *s, const char *module, uint32_t kinds,
			      const char *name, uint32_t *id)
{
	for (size_t i = 0; i < s->files.len; i++) {
		struct file *f = s->files.data[i];

		if (!*module || !strcmp(f->name, module)) {
			*id = dt_rawbtf_find(f->btf, kinds, name);
			if (*id)
				return f;
		}
		if (i + 1 == s->files.len)
			open_modules(s);
	}
	return NULL;
}

// ---- the source

static uint32_t kinds_of(enum dt_type_kind kind)
{
	switch (kind) {
	case DT_TYPE_STRUCT:
		return 1 << BTF_KIND_STRUCT;
	case DT_TYPE_UNION:
		return 1 << BTF_KIND_UNION;
	case DT_TYPE_ENUM:
		return 1 << BTF_KIND_ENUM | 1 << BTF_KIND_ENUM64;
	default:
		return 1 << BTF_KIND_TYPEDEF;
	}
}

/** Looks up a type. "mod`name" is looked up in this module only. */
static const struct dt_type *btf_lookup(void *self, struct dt_universe *u, enum dt_type_kind kind,
					const char *name)
{
	struct dt_btf_source *s = self;
	const char *tick = strrchr(name, '`');
	dt_cleanup(dt_free_p) char *module = dt_strdup(name);
	struct file *f;
	uint32_t id;

	if (!have_btf(s, u))
		return NULL;
	module[tick ? tick - name : 0] = '\0';
	f = find_type(s, module, kinds_of(kind), tick ? tick + 1 : name, &id);
	return f ? make_type(s, f, id) : NULL;
}

static const struct dt_type *btf_enumerator(void *self, struct dt_universe *u, const char *name,
					    int64_t *value)
{
	struct dt_btf_source *s = self;

	if (!have_btf(s, u) || dt_map_get_str(&s->no_enumerators, name))
		return NULL;
	for (size_t i = 0; i < s->files.len; i++) {
		struct file *f = s->files.data[i];
		uint32_t id = dt_rawbtf_find_enumerator(f->btf, name, value);

		if (id)
			return make_type(s, f, id);
		if (i + 1 == s->files.len)
			open_modules(s);
	}
	dt_map_put_str(&s->no_enumerators, name, s);
	return NULL;
}

/** Reports whether the variable is in a per-CPU section. */
static bool is_percpu(const struct file *f, uint32_t var)
{
	for (uint32_t id = f->first; id < f->end; id++) {
		const struct btf_type *t = dt_rawbtf_type(f->btf, id);
		const struct btf_var_secinfo *v = (const struct btf_var_secinfo *)(t + 1);

		if (BTF_INFO_KIND(t->info) != BTF_KIND_DATASEC ||
		    !strstr(dt_rawbtf_string(f->btf, t->name_off), "percpu"))
			continue;
		for (unsigned i = 0; i < BTF_INFO_VLEN(t->info); i++)
			if (v[i].type == var)
				return true;
	}
	return false;
}

enum { POINTER = -2, ARRAY_OPEN = -1 };

static const struct known {
	const char *name;
	enum dt_type_kind kind;
	const char *type;
	int elements;
} known_variables[] = {
#define VARIABLE(name, kind, type, elements) {#name, DT_TYPE_##kind, type, elements},
#include "types/btf/kernel_variables.def"
#undef VARIABLE
};

/** Returns the type of a variable of kernel_variables.def, or NULL. */
static const struct dt_type *known_variable(struct dt_universe *u, const char *name)
{
	for (size_t i = 0; i < dt_array_len(known_variables); i++) {
		const struct known *k = &known_variables[i];
		const struct dt_type *t;

		if (strcmp(k->name, name) != 0)
			continue;
		t = dt_type_lookup(u, k->kind, k->type);
		if (!t)
			continue;
		if (!k->elements)
			return t;
		return k->elements == POINTER
			   ? dt_type_pointer(u, t)
			   : dt_type_array(u, t, k->elements > 0 ? k->elements : 0);
	}
	return NULL;
}

static const struct dt_type *btf_variable(void *self, struct dt_universe *u, const char *module,
					  const char *name)
{
	struct dt_btf_source *s = self;
	const struct dt_type *t;
	struct file *f;
	uint32_t id;

	if (!have_btf(s, u))
		return NULL;
	t = !*module || !strcmp(module, "vmlinux") ? known_variable(u, name) : NULL;
	f = t ? NULL : find_type(s, module, 1 << BTF_KIND_VAR, name, &id);
	if (!f)
		return t;
	t = make_type(s, f, dt_rawbtf_type(f->btf, id)->type);
	return is_percpu(f, id) ? dt_type_qualified(u, t, DT_QUAL_PERCPU) : t;
}

static const struct dt_type *btf_function(void *self, struct dt_universe *u, const char *module,
					  const char *name)
{
	struct dt_btf_source *s = self;
	struct file *f;
	uint32_t id;

	if (!have_btf(s, u))
		return NULL;
	f = find_type(s, module, 1 << BTF_KIND_FUNC, name, &id);
	return f ? make_type(s, f, dt_rawbtf_type(f->btf, id)->type) : NULL;
}

struct dt_btf_source *dt_btf_source_create(dt_rawbtf_opener *open)
{
	struct dt_btf_source *s = dt_zalloc(sizeof(*s));

	s->open = open;
	s->types = (struct dt_type_source){
	    .self = s,
	    .lookup = btf_lookup,
	    .enumerator = btf_enumerator,
	    .variable = btf_variable,
	    .function = btf_function,
	    .complete = btf_complete,
	};
	return s;
}

void dt_btf_source_destroy(struct dt_btf_source *s)
{
	if (!s)
		return;
	while (s->files.len) {
		struct file *f = dt_vec_pop(&s->files); // modules before their base

		dt_rawbtf_destroy(f->btf);
		free(f->types);
		free(f);
	}
	dt_vec_deinit(&s->files);
	dt_map_deinit(&s->no_enumerators);
	free(s);
}

const struct dt_type_source *dt_btf_source_types(const struct dt_btf_source *s)
{
	return &s->types;
}
