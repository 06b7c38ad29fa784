/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * BTF that the kernel requires: signatures of functions and the value types of task storage. A
 * session has one BTF object, loaded when the first program or map needs it.
 */
#ifndef DT_EBPF_BTF_H
#define DT_EBPF_BTF_H

#include "base/error.h"
#include "ebpf/ebpf.h"

enum { DT_BTF_MAX_PARAMS = 5 };

struct dt_bpf_btf {
	size_t strsize;
	uint32_t *runtime;		       // type id of each function of the runtime's table
	uint32_t local[DT_BTF_MAX_PARAMS + 1]; // by number of parameters: type id of a function
	uint32_t key;			       // type id of the key of task storage
	uint32_t *values;		       // by map: type id of task storage's value, or 0
};

/** Builds the BTF and loads it. Writes the object to *ret and its descriptor to *fd. */
struct dt_error *dt_btf_create(size_t strsize, const struct dt_map_desc *maps, size_t n_maps,
			       struct dt_bpf_btf **ret, int *fd);
void dt_btf_destroy(struct dt_bpf_btf *b);

#endif
