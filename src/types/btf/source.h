/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The kernel's types as a source of the universe. Nothing is read before the first question.
 */
#ifndef DT_TYPES_BTF_SOURCE_H
#define DT_TYPES_BTF_SOURCE_H

#include "types/btf/btf.h"
#include "types/types.h"

struct dt_btf_source;

/** The data that `open` gives: those of vmlinux, then, for names that they lack, those of the
 *  modules in the order of their names. dt_rawbtf_open() gives the running kernel's. To be
 *  destroyed after the universe's last use. */
struct dt_btf_source *dt_btf_source_create(dt_rawbtf_opener *open);
void dt_btf_source_destroy(struct dt_btf_source *s);
/** For dt_universe_add_source(); lives as long as `s`. */
const struct dt_type_source *dt_btf_source_types(const struct dt_btf_source *s);

#endif
