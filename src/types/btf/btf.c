/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reads raw BTF: a header, a section of records and a section of strings. A record has 12 bytes
 * and, depending on its kind, an array after them, so only a walk from the start finds record n.
 * The walk builds an index of 32-bit offsets; it takes less than a millisecond for 130,000 types.
 *
 * Lookup by name: the string section holds each name once. One search of its bytes yields the
 * name's offset, and a pass over the records compares offsets. After a few searches, when many more
 * are likely (args[] of every tracepoint), a hash table is built.
 *
 * Decision: docs/dev/decisions/0016-kernel-types-on-demand.md
 */
#include "types/btf/btf.h"

#include "base/map.h"
#include "base/mem.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	SCANS = 12, // number of searches before a hash table is built
	/** Kinds in the hash table; functions, half of all records, are left out. */
	NAMED = 1 << BTF_KIND_INT | 1 << BTF_KIND_STRUCT | 1 << BTF_KIND_UNION |
		1 << BTF_KIND_ENUM | 1 << BTF_KIND_ENUM64 | 1 << BTF_KIND_TYPEDEF |
		1 << BTF_KIND_FLOAT | 1 << BTF_KIND_VAR,
};

struct enumerator {
	uint32_t id; // of the enum; 0: free
	uint32_t i;
};

struct dt_rawbtf {
	const struct dt_rawbtf *base;
	const char *types, *strings;
	size_t types_size, strings_size; // the last byte of the strings is NUL
	uint32_t first_id, first_string; // 1 and 0, or the ends of the base
	uint32_t *offsets;		 // by id - first_id
	size_t n;
	unsigned scans;
	uint32_t *table; // ids by hash of the name, 0: free; NULL: not built yet
	size_t mask;
	unsigned enum_scans;
	struct enumerator *enumerators; // by hash of the name; NULL: not built yet
	size_t enum_mask;
	void *file; // owned; NULL if the caller owns the bytes
	size_t file_size;
	bool is_mapped;
};

static bool find_sections(struct dt_rawbtf *b, const void *data, size_t size)
{
	const struct btf_header *h = data;
	size_t rest;

	if (size < sizeof(*h) || h->magic != BTF_MAGIC || h->hdr_len < sizeof(*h) ||
	    h->hdr_len > size || h->hdr_len % 4)
		return false;
	rest = size - h->hdr_len;
	if (h->type_off > rest || h->type_len > rest - h->type_off || h->type_off % 4 ||
	    h->str_off > rest || h->str_len > rest - h->str_off)
		return false;
	b->types = (const char *)data + h->hdr_len + h->type_off;
	b->types_size = h->type_len;
	b->strings = (const char *)data + h->hdr_len + h->str_off;
	b->strings_size = h->str_len;
	return h->str_len ? !b->strings[h->str_len - 1] : !!b->base;
}

/** Returns the size of the array after a record, or SIZE_MAX for an unknown kind. */
static size_t tail_size(const struct btf_type *t)
{
	size_t n = BTF_INFO_VLEN(t->info);

	switch (BTF_INFO_KIND(t->info)) {
	case BTF_KIND_INT:
	case BTF_KIND_VAR:
	case BTF_KIND_DECL_TAG:
		return 4;
	case BTF_KIND_ARRAY:
		return sizeof(struct btf_array);
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
		return n * sizeof(struct btf_member);
	case BTF_KIND_ENUM:
		return n * sizeof(struct btf_enum);
	case BTF_KIND_ENUM64:
		return n * sizeof(struct btf_enum64);
	case BTF_KIND_FUNC_PROTO:
		return n * sizeof(struct btf_param);
	case BTF_KIND_DATASEC:
		return n * sizeof(struct btf_var_secinfo);
	case BTF_KIND_PTR:
	case BTF_KIND_FWD:
	case BTF_KIND_TYPEDEF:
	case BTF_KIND_VOLATILE:
	case BTF_KIND_CONST:
	case BTF_KIND_RESTRICT:
	case BTF_KIND_FUNC:
	case BTF_KIND_FLOAT:
	case BTF_KIND_TYPE_TAG:
		return 0;
	default:
		return SIZE_MAX;
	}
}

/** Returns the size of the record at offset `at`, or 0 at the end. The records end before one of an
 *  unknown kind; those before it are usable. */
static size_t record_size(const struct dt_rawbtf *b, size_t at)
{
	size_t rest = b->types_size - at, tail;

	if (rest < sizeof(struct btf_type))
		return 0;
	rest -= sizeof(struct btf_type);
	tail = tail_size((const struct btf_type *)(b->types + at));
	return tail > rest ? 0 : sizeof(struct btf_type) + tail;
}

const struct btf_type *dt_rawbtf_next(const struct dt_rawbtf *b, const struct btf_type *t)
{
	size_t at = t ? (size_t)((const char *)t - b->types) : 0;

	at += t ? record_size(b, at) : 0;
	return record_size(b, at) ? (const struct btf_type *)(b->types + at) : NULL;
}

static void make_index(struct dt_rawbtf *b)
{
	size_t cap = b->types_size / 20 + 16;

	b->offsets = dt_malloc(cap * sizeof(*b->offsets));
	for (size_t at = 0, size; (size = record_size(b, at)); at += size) {
		if (b->n == cap) {
			cap *= 2;
			b->offsets = dt_realloc(b->offsets, cap * sizeof(*b->offsets));
		}
		b->offsets[b->n++] = at;
	}
}

static struct dt_rawbtf *peek_at(const void *data, size_t size, const struct dt_rawbtf *base)
{
	struct dt_rawbtf *b = dt_zalloc(sizeof(*b));

	b->base = base;
	b->first_id = base ? dt_rawbtf_end(base) : 1;
	b->first_string = base ? base->first_string + base->strings_size : 0;
	if (!find_sections(b, data, size)) {
		free(b);
		return NULL;
	}
	return b;
}

struct dt_rawbtf *dt_rawbtf_create(const void *data, size_t size, const struct dt_rawbtf *base)
{
	struct dt_rawbtf *b = peek_at(data, size, base);

	if (b)
		make_index(b);
	return b;
}

/** Loads the whole file: maps it if the kernel supports that (since 6.16), else reads it. */
static void *load_file(int fd, size_t size, bool *mapped)
{
	char *p = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
	size_t done = 0;

	*mapped = p != MAP_FAILED;
	if (*mapped)
		return p;
	p = dt_malloc(size);
	while (done < size) {
		ssize_t n = read(fd, p + done, size - done);

		if (n <= 0) {
			free(p);
			return NULL;
		}
		done += n;
	}
	return p;
}

static void unload_file(void *file, size_t size, bool mapped)
{
	if (mapped)
		munmap(file, size);
	else
		free(file);
}

struct dt_rawbtf *dt_rawbtf_peek(const char *name, const struct dt_rawbtf *base)
{
	dt_cleanup(dt_free_p) char *path = dt_asprintf("/sys/kernel/btf/%s", name);
	dt_cleanup(dt_close_p) int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct dt_rawbtf *b;
	struct stat st;
	bool mapped;
	void *file;

	if (fd < 0 || fstat(fd, &st) || st.st_size <= 0)
		return NULL;
	file = load_file(fd, st.st_size, &mapped);
	if (!file)
		return NULL;
	b = peek_at(file, st.st_size, base);
	if (!b) {
		unload_file(file, st.st_size, mapped);
		return NULL;
	}
	b->file = file;
	b->file_size = st.st_size;
	b->is_mapped = mapped;
	return b;
}

struct dt_rawbtf *dt_rawbtf_open(const char *name, const struct dt_rawbtf *base)
{
	struct dt_rawbtf *b = dt_rawbtf_peek(name, base);

	if (b)
		make_index(b);
	return b;
}

void dt_rawbtf_destroy(struct dt_rawbtf *b)
{
	if (!b)
		return;
	if (b->file)
		unload_file(b->file, b->file_size, b->is_mapped);
	free(b->offsets);
	free(b->table);
	free(b->enumerators);
	free(b);
}

uint32_t dt_rawbtf_end(const struct dt_rawbtf *b)
{
	return b->first_id + b->n;
}

const struct btf_type *dt_rawbtf_type(const struct dt_rawbtf *b, uint32_t id)
{
	while (b && id < b->first_id)
		b = b->base;
	if (!b || id - b->first_id >= b->n)
		return NULL;
	return (const struct btf_type *)(b->types + b->offsets[id - b->first_id]);
}

const char *dt_rawbtf_string(const struct dt_rawbtf *b, uint32_t offset)
{
	while (b && offset < b->first_string)
		b = b->base;
	if (!b || offset - b->first_string >= b->strings_size)
		return "";
	return b->strings + (offset - b->first_string);
}

/** Finds the offset of a string in the section. Returns false if it is absent. */
static bool own_string(const struct dt_rawbtf *b, const char *name, uint32_t *offset)
{
	size_t len = strlen(name) + 1;
	const char *at = b->strings, *end = b->strings + b->strings_size;

	while ((at = memmem(at, end - at, name, len))) {
		if (at == b->strings || !at[-1]) {
			*offset = b->first_string + (at - b->strings);
			return true;
		}
		at++;
	}
	return false;
}

static bool string_offset(const struct dt_rawbtf *b, const char *name, uint32_t *offset)
{
	for (; b; b = b->base)
		if (b->strings_size && own_string(b, name, offset))
			return true;
	return false;
}

static void make_table(struct dt_rawbtf *b)
{
	size_t size = 64;

	while (size < b->n)
		size *= 2;
	size *= 2;
	b->mask = size - 1;
	b->table = dt_zalloc(size * sizeof(*b->table));
	for (size_t i = 0; i < b->n; i++) {
		const struct btf_type *t = dt_rawbtf_type(b, b->first_id + i);
		const char *name = dt_rawbtf_string(b, t->name_off);

		if (!*name || !(NAMED & 1u << BTF_INFO_KIND(t->info)))
			continue;
		size_t at = dt_hash_bytes(name, strlen(name)) & b->mask;
		while (b->table[at])
			at = (at + 1) & b->mask;
		b->table[at] = b->first_id + i;
	}
}

static uint32_t find_hashed(const struct dt_rawbtf *b, uint32_t kinds, const char *name)
{
	for (size_t at = dt_hash_bytes(name, strlen(name)) & b->mask; b->table[at];
	     at = (at + 1) & b->mask) {
		const struct btf_type *t = dt_rawbtf_type(b, b->table[at]);

		if (kinds & 1u << BTF_INFO_KIND(t->info) &&
		    !strcmp(dt_rawbtf_string(b, t->name_off), name))
			return b->table[at];
	}
	return 0;
}

uint32_t dt_rawbtf_first(const struct dt_rawbtf *b, uint32_t kinds, const char *name,
			 const struct btf_type **ret)
{
	uint32_t offset, id = b->first_id;

	if (!string_offset(b, name, &offset))
		return 0;
	for (size_t at = 0, size; (size = record_size(b, at)); at += size, id++) {
		*ret = (const struct btf_type *)(b->types + at);
		if ((*ret)->name_off == offset && kinds & 1u << BTF_INFO_KIND((*ret)->info))
			return id;
	}
	return 0;
}

uint32_t dt_rawbtf_find(struct dt_rawbtf *b, uint32_t kinds, const char *name)
{
	const struct btf_type *found;

	if (!*name)
		return 0;
	if (!(kinds & ~(uint32_t)NAMED) && (b->table || ++b->scans > SCANS)) {
		if (!b->table)
			make_table(b);
		return find_hashed(b, kinds, name);
	}
	return dt_rawbtf_first(b, kinds, name, &found);
}

int64_t dt_rawbtf_enum_value(const struct btf_type *t, unsigned i)
{
	bool is_signed = BTF_INFO_KFLAG(t->info);

	if (BTF_INFO_KIND(t->info) == BTF_KIND_ENUM64) {
		const struct btf_enum64 *e = (const struct btf_enum64 *)(t + 1) + i;

		return (int64_t)((uint64_t)e->val_hi32 << 32 | e->val_lo32);
	}
	const struct btf_enum *e = (const struct btf_enum *)(t + 1) + i;
	// BTF older than enum64 lacks the flag; small negative values were signed.
	return is_signed || t->size < 4 ? e->val : e->val < 0 ? e->val : (int64_t)(uint32_t)e->val;
}

uint32_t dt_rawbtf_enum_name(const struct btf_type *t, unsigned i)
{
	if (BTF_INFO_KIND(t->info) == BTF_KIND_ENUM64)
		return ((const struct btf_enum64 *)(t + 1))[i].name_off;
	return ((const struct btf_enum *)(t + 1))[i].name_off;
}

/** Returns the number of enumerators of a type. */
static unsigned count_enumerators(const struct btf_type *t)
{
	unsigned kind = BTF_INFO_KIND(t->info);

	return kind == BTF_KIND_ENUM || kind == BTF_KIND_ENUM64 ? BTF_INFO_VLEN(t->info) : 0;
}

static const char *enumerator_name(const struct dt_rawbtf *b, const struct enumerator *e)
{
	return dt_rawbtf_string(b, dt_rawbtf_enum_name(dt_rawbtf_type(b, e->id), e->i));
}

static void make_enumerators(struct dt_rawbtf *b)
{
	size_t n = 0, size = 64;

	for (uint32_t id = b->first_id; id < dt_rawbtf_end(b); id++)
		n += count_enumerators(dt_rawbtf_type(b, id));
	while (size < 2 * n)
		size *= 2;
	b->enum_mask = size - 1;
	b->enumerators = dt_zalloc(size * sizeof(*b->enumerators));
	for (struct enumerator e = {.id = b->first_id}; e.id < dt_rawbtf_end(b); e.id++) {
		n = count_enumerators(dt_rawbtf_type(b, e.id));
		for (e.i = 0; e.i < n; e.i++) {
			const char *name = enumerator_name(b, &e);
			size_t at = dt_hash_bytes(name, strlen(name)) & b->enum_mask;

			while (b->enumerators[at].id)
				at = (at + 1) & b->enum_mask;
			b->enumerators[at] = e;
		}
	}
}

static uint32_t find_hashed_enumerator(const struct dt_rawbtf *b, const char *name, int64_t *value)
{
	const struct enumerator *e;

	for (size_t at = dt_hash_bytes(name, strlen(name)) & b->enum_mask;
	     (e = &b->enumerators[at])->id; at = (at + 1) & b->enum_mask) {
		if (!strcmp(enumerator_name(b, e), name)) {
			*value = dt_rawbtf_enum_value(dt_rawbtf_type(b, e->id), e->i);
			return e->id;
		}
	}
	return 0;
}

uint32_t dt_rawbtf_find_enumerator(struct dt_rawbtf *b, const char *name, int64_t *value)
{
	uint32_t offset;

	if (*name && (b->enumerators || ++b->enum_scans > SCANS)) {
		if (!b->enumerators)
			make_enumerators(b);
		return find_hashed_enumerator(b, name, value);
	}
	if (!*name || !string_offset(b, name, &offset))
		return 0;
	for (size_t n = 0; n < b->n; n++) {
		const struct btf_type *t = (const struct btf_type *)(b->types + b->offsets[n]);

		for (unsigned i = 0; i < count_enumerators(t); i++) {
			if (dt_rawbtf_enum_name(t, i) == offset) {
				*value = dt_rawbtf_enum_value(t, i);
				return b->first_id + n;
			}
		}
	}
	return 0;
}

bool dt_rawbtf_member(const struct dt_rawbtf *b, const struct btf_type *t, const char *member,
		      uint32_t *ret)
{
	const struct btf_member *m = (const struct btf_member *)(t + 1);
	bool packed = BTF_INFO_KFLAG(t->info);

	for (unsigned i = 0; i < BTF_INFO_VLEN(t->info); i++) {
		uint32_t bits = packed ? BTF_MEMBER_BIT_OFFSET(m[i].offset) : m[i].offset;

		if (strcmp(dt_rawbtf_string(b, m[i].name_off), member) != 0)
			continue;
		if ((packed && BTF_MEMBER_BITFIELD_SIZE(m[i].offset)) || bits % 8)
			return false;
		*ret = bits / 8;
		return true;
	}
	return false;
}
