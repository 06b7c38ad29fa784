/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Struct member offsets by a linear scan of BTF.
 *
 * BTF is a header, a section of types and a section of strings. A type is 12 bytes and, by kind, an
 * array after it, so the section can only be walked from its start. The scan compares names of
 * structs alone: a few milliseconds for a kernel with 150,000 types, nearly all of it reading the
 * file. Every length is checked, so that damaged data means "not found".
 *
 * Left out: types, nested members, split BTF of modules.
 */
#include "types/btf_offsets.h"

#include "base/mem.h"

#include <fcntl.h>
#include <linux/btf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct reader {
	const char *types, *types_end;
	const char *strings;
	size_t strings_size; // the last byte is NUL
};

static bool reader_init(struct reader *r, const void *btf, size_t size)
{
	const struct btf_header *h = btf;
	size_t rest;

	if (size < sizeof(*h) || h->magic != BTF_MAGIC || h->hdr_len < sizeof(*h) ||
	    h->hdr_len > size)
		return false;
	rest = size - h->hdr_len;
	if (h->type_off > rest || h->type_len > rest - h->type_off || h->type_off % 4 ||
	    h->hdr_len % 4 || h->str_off > rest || h->str_len > rest - h->str_off || !h->str_len)
		return false;
	r->types = (const char *)btf + h->hdr_len + h->type_off;
	r->types_end = r->types + h->type_len;
	r->strings = (const char *)btf + h->hdr_len + h->str_off;
	r->strings_size = h->str_len;
	return r->strings[h->str_len - 1] == '\0';
}

static bool name_is(const struct reader *r, uint32_t off, const char *name)
{
	return off < r->strings_size && !strcmp(r->strings + off, name);
}

/** Bytes that follow a type's fixed part. */
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
	default:
		return 0;
	}
}

static bool member_of(const struct reader *r, const struct btf_type *t, const char *member,
		      uint32_t *ret)
{
	const struct btf_member *m = (const struct btf_member *)(t + 1);
	bool packed = BTF_INFO_KFLAG(t->info);

	for (unsigned i = 0; i < BTF_INFO_VLEN(t->info); i++) {
		uint32_t bits = packed ? BTF_MEMBER_BIT_OFFSET(m[i].offset) : m[i].offset;

		if (!name_is(r, m[i].name_off, member))
			continue;
		if ((packed && BTF_MEMBER_BITFIELD_SIZE(m[i].offset)) || bits % 8)
			return false;
		*ret = bits / 8;
		return true;
	}
	return false;
}

bool dt_btf_find_member(const void *btf, size_t size, const char *struct_name, const char *member,
			uint32_t *ret)
{
	struct reader r;
	const char *p;

	if (!reader_init(&r, btf, size))
		return false;
	for (p = r.types; (size_t)(r.types_end - p) >= sizeof(struct btf_type);) {
		const struct btf_type *t = (const struct btf_type *)p;
		size_t tail = tail_size(t);

		p += sizeof(*t);
		if ((size_t)(r.types_end - p) < tail)
			return false;
		p += tail;
		if (BTF_INFO_KIND(t->info) == BTF_KIND_STRUCT &&
		    name_is(&r, t->name_off, struct_name))
			return member_of(&r, t, member, ret);
	}
	return false;
}

/** The whole file in memory: mapped where the kernel can (6.16), else read. */
static void *file_load(int fd, size_t size, bool *mapped)
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

bool dt_btf_member_offset(const char *struct_name, const char *member, uint32_t *ret)
{
	dt_cleanup(dt_close_p) int fd = open("/sys/kernel/btf/vmlinux", O_RDONLY | O_CLOEXEC);
	struct stat st;
	bool mapped, found;
	void *btf;

	if (fd < 0 || fstat(fd, &st) || st.st_size <= 0)
		return false;
	btf = file_load(fd, st.st_size, &mapped);
	if (!btf)
		return false;
	found = dt_btf_find_member(btf, st.st_size, struct_name, member, ret);
	if (mapped)
		munmap(btf, st.st_size);
	else
		free(btf);
	return found;
}
