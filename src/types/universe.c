/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The type universe: basic types, predefined typedefs, declarations of the program, and the sources
 * for all others. Derived types (pointers, arrays, qualified types) are created once per referenced
 * type, so equal types are usually the same object; dt_type_equal() handles the other cases.
 *
 * A name is looked up in D's declarations first, then in the sources in the order of their
 * addition. Results of sources are not cached here; each source has a cache.
 */
#include "types/types.h"

#include "base/map.h"
#include "base/vec.h"
#include "types/named.h"

#include <assert.h>
#include <string.h>

struct enumerator_entry {
	const struct dt_type *type;
	int64_t value;
};

/** Unlike in C, `struct r` and `union r` are different names. */
enum { N_TAG_KINDS = 3 };

struct dt_universe {
	struct dt_arena *arena;
	struct dt_intern *names;
	const struct dt_type *basic[DT_N_BASIC];
	struct dt_map plain;		 // basic types and typedefs by name
	struct dt_map tags[N_TAG_KINDS]; // of structs, of unions, of enums
	struct dt_map enumerators;	 // name → struct enumerator_entry
	struct dt_map derived;		 // struct derived_key → type
	dt_vec(const struct dt_type_source *) sources;
};

struct basic_info {
	enum dt_type_kind kind;
	const char *name;
	unsigned size;
	bool is_signed, is_char, is_bool;
};

static const struct basic_info basics[] = {
    // clang-format off
    [DT_VOID]     = {DT_TYPE_VOID, "void", 0, false, false, false},
    [DT_BOOL]     = {DT_TYPE_INT, "_Bool", 1, false, false, true},
    [DT_CHAR]     = {DT_TYPE_INT, "char", 1, true, true, false},
    [DT_SCHAR]    = {DT_TYPE_INT, "signed char", 1, true, true, false},
    [DT_UCHAR]    = {DT_TYPE_INT, "unsigned char", 1, false, true, false},
    [DT_SHORT]    = {DT_TYPE_INT, "short", 2, true, false, false},
    [DT_USHORT]   = {DT_TYPE_INT, "unsigned short", 2, false, false, false},
    [DT_INT]      = {DT_TYPE_INT, "int", 4, true, false, false},
    [DT_UINT]     = {DT_TYPE_INT, "unsigned int", 4, false, false, false},
    [DT_LONG]     = {DT_TYPE_INT, "long", 8, true, false, false},
    [DT_ULONG]    = {DT_TYPE_INT, "unsigned long", 8, false, false, false},
    [DT_LLONG]    = {DT_TYPE_INT, "long long", 8, true, false, false},
    [DT_ULLONG]   = {DT_TYPE_INT, "unsigned long long", 8, false, false, false},
    [DT_FLOAT]    = {DT_TYPE_FLOAT, "float", 4, true, false, false},
    [DT_DOUBLE]   = {DT_TYPE_FLOAT, "double", 8, true, false, false},
    [DT_LDOUBLE]  = {DT_TYPE_FLOAT, "long double", 16, true, false, false},
    [DT_STRING]   = {DT_TYPE_STRING, "string", 0, false, false, false},
    [DT_DYN]      = {DT_TYPE_DYNAMIC, "<DYN>", 0, false, false, false},
    [DT_STACK]    = {DT_TYPE_STACK, "stack", 0, false, false, false},
    [DT_SYMADDR]  = {DT_TYPE_SYMADDR, "_symaddr", 8, false, false, false},
    [DT_USYMADDR] = {DT_TYPE_USYMADDR, "_usymaddr", 16, false, false, false},
    [DT_POISON]   = {DT_TYPE_POISON, "<error>", 0, false, false, false},
    // clang-format on
};

struct alias_info {
	const char *name;
	enum dt_basic basic;
	enum dt_basic slot; // index among the basic types; DT_VOID: none
};

/** The integer types of the illumos DTrace guide ("Types, Operators, and Expressions"), and the
 *  Solaris names that scripts use. */
static const struct alias_info aliases[] = {
    // clang-format off
    {"int8_t", DT_SCHAR, DT_INT8},       {"uint8_t", DT_UCHAR, DT_UINT8},
    {"int16_t", DT_SHORT, DT_INT16},     {"uint16_t", DT_USHORT, DT_UINT16},
    {"int32_t", DT_INT, DT_INT32},       {"uint32_t", DT_UINT, DT_UINT32},
    {"int64_t", DT_LONG, DT_INT64},      {"uint64_t", DT_ULONG, DT_UINT64},
    {"intptr_t", DT_LONG, DT_VOID},      {"uintptr_t", DT_ULONG, DT_VOID},
    {"size_t", DT_ULONG, DT_VOID},       {"ssize_t", DT_LONG, DT_VOID},
    {"ptrdiff_t", DT_LONG, DT_VOID},     {"off_t", DT_LONG, DT_VOID},
    {"pid_t", DT_INT, DT_VOID},          {"id_t", DT_INT, DT_VOID},
    {"uid_t", DT_UINT, DT_VOID},         {"gid_t", DT_UINT, DT_VOID},
    {"zoneid_t", DT_INT, DT_VOID},       {"taskid_t", DT_INT, DT_VOID},
    {"projid_t", DT_INT, DT_VOID},       {"poolid_t", DT_INT, DT_VOID},
    {"dev_t", DT_ULONG, DT_VOID},        {"ino_t", DT_ULONG, DT_VOID},
    {"major_t", DT_UINT, DT_VOID},       {"minor_t", DT_UINT, DT_VOID},
    {"nlink_t", DT_ULONG, DT_VOID},      {"time_t", DT_LONG, DT_VOID},
    {"clock_t", DT_LONG, DT_VOID},
    {"hrtime_t", DT_LLONG, DT_VOID},     {"key_t", DT_INT, DT_VOID},
    {"processorid_t", DT_INT, DT_VOID},  {"psetid_t", DT_INT, DT_VOID},
    {"chipid_t", DT_INT, DT_VOID},       {"lgrp_id_t", DT_LONG, DT_VOID},
    {"ipaddr_t", DT_UINT, DT_VOID},      {"in_port_t", DT_USHORT, DT_VOID},
    {"uchar_t", DT_UCHAR, DT_VOID},      {"ushort_t", DT_USHORT, DT_VOID},
    {"uint_t", DT_UINT, DT_VOID},        {"ulong_t", DT_ULONG, DT_VOID},
    {"u_char", DT_UCHAR, DT_VOID},       {"u_short", DT_USHORT, DT_VOID},
    {"u_int", DT_UINT, DT_VOID},         {"u_long", DT_ULONG, DT_VOID},
    {"longlong_t", DT_LLONG, DT_VOID},   {"u_longlong_t", DT_ULLONG, DT_VOID},
    {"offset_t", DT_LLONG, DT_VOID},     {"pgcnt_t", DT_ULONG, DT_VOID},
    // clang-format on
};

static struct dt_type *type_new(struct dt_universe *u, enum dt_type_kind kind, const char *name)
{
	struct dt_type *t = dt_arena_new(u->arena, struct dt_type);

	t->kind = kind;
	t->name = name ? dt_intern(u->names, name) : NULL;
	t->align = 1;
	return t;
}

struct dt_type *dt_type_create(struct dt_universe *u, enum dt_type_kind kind, const char *name)
{
	return type_new(u, kind, name);
}

void *dt_type_memory(struct dt_universe *u, size_t size)
{
	return dt_arena_alloc(u->arena, size);
}

const char *dt_type_intern(struct dt_universe *u, const char *name)
{
	return dt_intern(u->names, name);
}

static const struct dt_type *make_typedef(struct dt_universe *u, const char *name,
					  const struct dt_type *ref)
{
	struct dt_type *t = type_new(u, DT_TYPE_TYPEDEF, name);

	t->ref = ref;
	t->size = ref->size;
	t->align = ref->align;
	dt_map_put_str(&u->plain, t->name, t);
	return t;
}

static void make_basics(struct dt_universe *u, size_t strsize)
{
	for (size_t i = 0; i < dt_array_len(basics); i++) {
		const struct basic_info *info = &basics[i];
		struct dt_type *t = type_new(u, info->kind, info->name);

		t->size = info->kind == DT_TYPE_STRING ? strsize : info->size;
		t->align = info->size ? info->size : 1;
		if (info->kind == DT_TYPE_INT || info->kind == DT_TYPE_FLOAT) {
			t->bits = info->size * 8;
			t->is_signed = info->is_signed;
			t->is_char = info->is_char;
			t->is_bool = info->is_bool;
		}
		u->basic[i] = t;
		if (info->kind != DT_TYPE_POISON && info->kind != DT_TYPE_DYNAMIC)
			dt_map_put_str(&u->plain, t->name, t);
	}
	for (size_t i = 0; i < dt_array_len(aliases); i++) {
		const struct alias_info *a = &aliases[i];
		const struct dt_type *t = make_typedef(u, a->name, u->basic[a->basic]);

		if (a->slot != DT_VOID)
			u->basic[a->slot] = t;
	}
	for (size_t i = 0; i < dt_named_type_count; i++)
		make_typedef(u, dt_named_types[i].name, u->basic[dt_named_types[i].basic]);
	make_typedef(u, "caddr_t", dt_type_pointer(u, u->basic[DT_CHAR]));
}

struct dt_universe *dt_universe_create(struct dt_arena *a, struct dt_intern *names, size_t strsize)
{
	struct dt_universe *u = dt_arena_new(a, struct dt_universe);

	u->arena = a;
	u->names = names;
	make_basics(u, strsize);
	return u;
}

void dt_universe_set_strsize(struct dt_universe *u, size_t strsize)
{
	((struct dt_type *)u->basic[DT_STRING])->size = strsize; // the only mutable type
}

void dt_universe_destroy(struct dt_universe *u)
{
	if (!u)
		return;
	dt_map_deinit(&u->plain);
	for (size_t i = 0; i < N_TAG_KINDS; i++)
		dt_map_deinit(&u->tags[i]);
	dt_map_deinit(&u->enumerators);
	dt_map_deinit(&u->derived);
	dt_vec_deinit(&u->sources);
}

void dt_universe_add_source(struct dt_universe *u, const struct dt_type_source *src)
{
	dt_vec_push(&u->sources, src);
}

const struct dt_type *dt_type_basic(const struct dt_universe *u, enum dt_basic which)
{
	assert(u->basic[which]);
	return u->basic[which];
}

const struct dt_type *dt_type_integer(struct dt_universe *u, uint64_t size, bool is_signed,
				      const char *name)
{
	switch (size) {
	case 1:
		if (!strcmp(name, "char"))
			return dt_type_basic(u, DT_CHAR);
		return dt_type_basic(u, is_signed ? DT_SCHAR : DT_UCHAR);
	case 2:
		return dt_type_basic(u, is_signed ? DT_SHORT : DT_USHORT);
	case 4:
		return dt_type_basic(u, is_signed ? DT_INT : DT_UINT);
	case 8:
		if (strstr(name, "long long"))
			return dt_type_basic(u, is_signed ? DT_LLONG : DT_ULLONG);
		return dt_type_basic(u, is_signed ? DT_LONG : DT_ULONG);
	default:
		return size % 8 ? dt_type_array(u, dt_type_basic(u, DT_UCHAR), size)
				: dt_type_array(u, dt_type_basic(u, DT_ULONG), size / 8);
	}
}

/** Key of a derived type. Padding is zero, because the bytes are the map's key. */
struct derived_key {
	const struct dt_type *ref;
	uint64_t n; // elements, qualifiers, bytes of a pointer
	uint64_t kind;
};

/** Returns the derived type with this key. A new one has only its `ref` set. */
static struct dt_type *derived_type(struct dt_universe *u, enum dt_type_kind kind,
				    const struct dt_type *ref, uint64_t n, bool *is_new)
{
	struct derived_key key = {ref, n, kind};
	struct dt_type *t = dt_map_get(&u->derived, &key, sizeof(key));

	*is_new = !t;
	if (!t) {
		t = type_new(u, kind, NULL);
		t->ref = ref;
		dt_map_put(&u->derived, &key, sizeof(key), t);
	}
	return t;
}

static const struct dt_type *make_pointer(struct dt_universe *u, const struct dt_type *to,
					  unsigned size)
{
	bool is_new;
	struct dt_type *t = derived_type(u, DT_TYPE_POINTER, to, size, &is_new);

	t->size = t->align = size;
	return t;
}

const struct dt_type *dt_type_pointer(struct dt_universe *u, const struct dt_type *to)
{
	return make_pointer(u, to, 8);
}

const struct dt_type *dt_type_narrow_pointer(struct dt_universe *u, const struct dt_type *to)
{
	return make_pointer(u, to, 4);
}

const struct dt_type *dt_type_array(struct dt_universe *u, const struct dt_type *of, uint64_t n)
{
	bool is_new;
	struct dt_type *t = derived_type(u, DT_TYPE_ARRAY, of, n, &is_new);

	if (is_new) {
		t->nelems = n;
		t->size = n * of->size;
		t->align = of->align;
	}
	return t;
}

const struct dt_type *dt_type_qualified(struct dt_universe *u, const struct dt_type *t, unsigned q)
{
	bool is_new;

	if (t->kind == DT_TYPE_QUALIFIED) {
		q |= t->quals;
		t = t->ref;
	}
	if (!q)
		return t;
	struct dt_type *qualified = derived_type(u, DT_TYPE_QUALIFIED, t, q, &is_new);
	if (is_new) {
		qualified->quals = q;
		qualified->size = t->size;
		qualified->align = t->align;
	}
	return qualified;
}

const struct dt_type *dt_type_function(struct dt_universe *u, const struct dt_type *ret,
				       const struct dt_type *const *params, size_t n, bool varargs)
{
	struct dt_type *t = type_new(u, DT_TYPE_FUNCTION, NULL);
	const struct dt_type **copy = dt_arena_array(u->arena, const struct dt_type *, n + 1);

	for (size_t i = 0; i < n; i++)
		copy[i] = params[i];
	t->ret = ret;
	t->params = copy;
	t->n_params = n;
	t->varargs = varargs;
	return t;
}

const struct dt_type *dt_type_typedef(struct dt_universe *u, const char *name,
				      const struct dt_type *t)
{
	const struct dt_type *old = dt_map_get_str(&u->plain, name);

	if (!old)
		return make_typedef(u, name, t);
	return old->kind == DT_TYPE_TYPEDEF && dt_type_equal(old, t) ? old : NULL;
}

static struct dt_map *tags_of(struct dt_universe *u, enum dt_type_kind kind)
{
	return &u->tags[kind == DT_TYPE_STRUCT ? 0 : kind == DT_TYPE_UNION ? 1 : 2];
}

struct dt_type *dt_type_tag(struct dt_universe *u, enum dt_type_kind kind, const char *tag)
{
	struct dt_type *t = tag ? dt_map_get_str(tags_of(u, kind), tag) : NULL;

	if (t)
		return t;
	t = type_new(u, DT_TYPE_FORWARD, tag);
	t->forward_kind = kind;
	t->container = "D";
	if (tag)
		dt_map_put_str(tags_of(u, kind), t->name, t);
	return t;
}

void dt_type_complete_enum(struct dt_universe *u, struct dt_type *t, struct dt_enumerator *e,
			   size_t n)
{
	int64_t min = 0, max = 0;

	for (size_t i = 0; i < n; i++) {
		struct enumerator_entry *entry = dt_arena_new(u->arena, struct enumerator_entry);

		entry->type = t;
		entry->value = e[i].value;
		dt_map_put_str(&u->enumerators, e[i].name, entry);
		min = e[i].value < min ? e[i].value : min;
		max = e[i].value > max ? e[i].value : max;
	}
	bool wide = min < INT32_MIN || max > UINT32_MAX;
	*t = (struct dt_type){.kind = DT_TYPE_ENUM, .name = t->name};
	t->size = t->align = wide ? 8 : 4;
	t->bits = wide ? 64 : 32;
	t->is_signed = min < 0 || max <= INT32_MAX;
	t->enumerators = e;
	t->n_enumerators = n;
}

const struct dt_type *dt_type_lookup_source(struct dt_universe *u, enum dt_type_kind kind,
					    const char *name)
{
	dt_vec_foreach (&u->sources, src) {
		const struct dt_type *t = (*src)->lookup((*src)->self, u, kind, name);

		if (t)
			return t;
	}
	return NULL;
}

const struct dt_type *dt_type_lookup(struct dt_universe *u, enum dt_type_kind kind,
				     const char *name)
{
	const struct dt_type *own = NULL, *foreign;

	const char *tick = strchr(name, '`');

	// C` and D` are the compiler's containers; any other scope means kernel types.
	if (tick && strncmp(name, "C`", 2) != 0 && strncmp(name, "D`", 2) != 0)
		return dt_type_lookup_source(u, kind, tick + 1);
	if (tick)
		name = tick + 1;
	own = dt_map_get_str(kind == DT_TYPE_TYPEDEF ? &u->plain : tags_of(u, kind), name);
	if (own && (own->kind != DT_TYPE_FORWARD || own->is_open))
		return own;
	foreign = dt_type_lookup_source(u, kind, name);
	return foreign ? foreign : own;
}

const struct dt_type *dt_type_own_enumerator(struct dt_universe *u, const char *name,
					     int64_t *value)
{
	const struct enumerator_entry *own = dt_map_get_str(&u->enumerators, name);

	if (own)
		*value = own->value;
	return own ? own->type : NULL;
}

const struct dt_type *dt_type_enumerator(struct dt_universe *u, const char *name, int64_t *value)
{
	const struct dt_type *own = dt_type_own_enumerator(u, name, value);

	if (own)
		return own;
	dt_vec_foreach (&u->sources, src) {
		const struct dt_type *t =
		    (*src)->enumerator ? (*src)->enumerator((*src)->self, u, name, value) : NULL;

		if (t)
			return t;
	}
	return NULL;
}

const struct dt_type *dt_type_variable(struct dt_universe *u, const char *module, const char *name)
{
	dt_vec_foreach (&u->sources, src) {
		const struct dt_type *t =
		    (*src)->variable ? (*src)->variable((*src)->self, u, module, name) : NULL;

		if (t)
			return t;
	}
	return NULL;
}

const struct dt_type *dt_type_of_function(struct dt_universe *u, const char *module,
					  const char *name)
{
	dt_vec_foreach (&u->sources, src) {
		const struct dt_type *t =
		    (*src)->function ? (*src)->function((*src)->self, u, module, name) : NULL;

		if (t)
			return t;
	}
	return NULL;
}
