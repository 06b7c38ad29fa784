/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The kernel's types as a source of the universe. Nothing is read before the first lookup.
 */
#ifndef DT_TYPES_BTF_SOURCE_H
#define DT_TYPES_BTF_SOURCE_H

#include "types/btf/btf.h"
#include "types/types.h"

struct dt_btf_source;

/** Creates a source of the BTF that `open` returns: vmlinux and, for names that it lacks, the
 * modules in the order of their names. dt_rawbtf_open() opens that of the running kernel. Destroy
 * the source after the universe's last use. */
struct dt_btf_source *dt_btf_source_create(dt_rawbtf_opener *open);
void dt_btf_source_destroy(struct dt_btf_source *s);
/** For dt_universe_add_source(); lives as long as `s`. */
const struct dt_type_source *dt_btf_source_types(const struct dt_btf_source *s);

#endif
