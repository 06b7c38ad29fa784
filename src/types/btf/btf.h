/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * BTF, the kernel's own type data, as raw records: by number and by name.
 *
 * Nothing is copied: records are those of the file in memory. Building the index of numbers is one
 * walk over the section of types; names are searched without hashing them, until many have been
 * asked for. Any bytes are safe: what is malformed is refused when the data are opened, what is out
 * of range does not exist.
 */
#ifndef DT_TYPES_BTF_H
#define DT_TYPES_BTF_H

#include <linux/btf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dt_rawbtf;

/** Over bytes that the caller keeps while it is used. `base` is NULL, or what split BTF (that of a
 *  module) continues; it must live longer. NULL if the bytes are no BTF. */
struct dt_rawbtf *dt_rawbtf_create(const void *data, size_t size, const struct dt_rawbtf *base);
/** /sys/kernel/btf/NAME; NULL if there is none that can be read. */
typedef struct dt_rawbtf *dt_rawbtf_opener(const char *name, const struct dt_rawbtf *base);
dt_rawbtf_opener dt_rawbtf_open;
/** The same without the index of numbers, which is half of the time: for dt_rawbtf_first(). */
struct dt_rawbtf *dt_rawbtf_peek(const char *name, const struct dt_rawbtf *base);
void dt_rawbtf_destroy(struct dt_rawbtf *b);

/** Numbers go from 1 to this - 1, those of the base included. */
uint32_t dt_rawbtf_end(const struct dt_rawbtf *b);
/** The record of a number, with all that follows it in memory; NULL if there is none. 0 is void. */
const struct btf_type *dt_rawbtf_type(const struct dt_rawbtf *b, uint32_t id);
/** A string by its offset; "" if there is none. */
const char *dt_rawbtf_string(const struct dt_rawbtf *b, uint32_t offset);
/** The first type of one of the kinds (1 << BTF_KIND_…) with the name, not in the base; else 0. */
uint32_t dt_rawbtf_find(struct dt_rawbtf *b, uint32_t kinds, const char *name);
/** The same by a walk that ends there, with the record. */
uint32_t dt_rawbtf_first(const struct dt_rawbtf *b, uint32_t kinds, const char *name,
			 const struct btf_type **ret);
/** The record behind another, NULL behind the last; NULL: the first. Needs no index of numbers. */
const struct btf_type *dt_rawbtf_next(const struct dt_rawbtf *b, const struct btf_type *t);
/** The first enum (not in the base) with the enumerator, else 0. */
uint32_t dt_rawbtf_find_enumerator(const struct dt_rawbtf *b, const char *name, int64_t *value);
/** Value of enumerator `i` of an enum. */
int64_t dt_rawbtf_enum_value(const struct btf_type *t, unsigned i);
/** Name of enumerator `i`, an offset. */
uint32_t dt_rawbtf_enum_name(const struct btf_type *t, unsigned i);
/** Finds the byte offset of a direct member of a struct. Returns false, and leaves *ret alone, if
 *  there is none or if it is a bit-field. */
bool dt_rawbtf_member(const struct dt_rawbtf *b, const struct btf_type *t, const char *member,
		      uint32_t *ret);

#endif
