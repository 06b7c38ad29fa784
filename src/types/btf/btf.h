/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * BTF, the kernel's type data, as raw records by id and by name.
 *
 * Nothing is copied: records point into the file in memory. One walk over the types builds the
 * index of ids. Names are searched linearly until many have been looked up. The functions are safe
 * for any bytes: opening rejects malformed data, and ids out of range do not exist.
 */
#ifndef DT_TYPES_BTF_H
#define DT_TYPES_BTF_H

#include <linux/btf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dt_rawbtf;

/** Opens BTF in memory, which the caller keeps. `base` is the base of split BTF (that of a module),
 *  which must live longer, or NULL. Returns NULL if the bytes are not BTF. */
struct dt_rawbtf *dt_rawbtf_create(const void *data, size_t size, const struct dt_rawbtf *base);
/** Opens /sys/kernel/btf/NAME. Returns NULL if it cannot be read. */
typedef struct dt_rawbtf *dt_rawbtf_opener(const char *name, const struct dt_rawbtf *base);
dt_rawbtf_opener dt_rawbtf_open;
/** The same without the index of ids, in half the time. Suffices for dt_rawbtf_first(). */
struct dt_rawbtf *dt_rawbtf_peek(const char *name, const struct dt_rawbtf *base);
void dt_rawbtf_destroy(struct dt_rawbtf *b);

/** Returns the end of the ids, which begin with 1 and include those of the base. */
uint32_t dt_rawbtf_end(const struct dt_rawbtf *b);
/** Returns the record of an id with its array, or NULL if it does not exist. Id 0 is void. */
const struct btf_type *dt_rawbtf_type(const struct dt_rawbtf *b, uint32_t id);
/** Returns the string at an offset, or "" if it does not exist. */
const char *dt_rawbtf_string(const struct dt_rawbtf *b, uint32_t offset);
/** Returns the first type with this name of one of the kinds (1 << BTF_KIND_…), not in the base, or
 *  0. */
uint32_t dt_rawbtf_find(struct dt_rawbtf *b, uint32_t kinds, const char *name);
/** The same by a walk that ends at the type, with its record. */
uint32_t dt_rawbtf_first(const struct dt_rawbtf *b, uint32_t kinds, const char *name,
			 const struct btf_type **ret);
/** Returns the record after `t`, or NULL at the end; after NULL, the first. Needs no index of ids.
 */
const struct btf_type *dt_rawbtf_next(const struct dt_rawbtf *b, const struct btf_type *t);
/** Returns the first enum (not in the base) with the enumerator, or 0. */
uint32_t dt_rawbtf_find_enumerator(struct dt_rawbtf *b, const char *name, int64_t *value);
/** Returns the value of enumerator `i` of an enum. */
int64_t dt_rawbtf_enum_value(const struct btf_type *t, unsigned i);
/** Returns the name of enumerator `i`, as an offset of a string. */
uint32_t dt_rawbtf_enum_name(const struct btf_type *t, unsigned i);
/** Finds the byte offset of a direct member of a struct. Returns false, and leaves *ret alone, if
 *  there is none or if it is a bit-field. */
bool dt_rawbtf_member(const struct dt_rawbtf *b, const struct btf_type *t, const char *member,
		      uint32_t *ret);

#endif
