/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The types that the kernel wants to know: signatures of functions, contents of task storage. One
 * object per session, loaded when the first program or map needs it.
 */
#ifndef DT_EBPF_BTF_H
#define DT_EBPF_BTF_H

#include "base/error.h"
#include "ebpf/ebpf.h"

enum { DT_BTF_MAX_PARAMS = 5 };

struct dt_bpf_btf {
	size_t strsize;
	uint32_t *runtime;		       // type id of each function of the runtime's table
	uint32_t local[DT_BTF_MAX_PARAMS + 1]; // of a function with that many parameters
	uint32_t key;			       // of task storage
	uint32_t *values;		       // of task storage, by map; 0 for other maps
};

/** Build and load; *fd and *ret. */
struct dt_error *dt_btf_create(size_t strsize, const struct dt_map_desc *maps, size_t n_maps,
			       struct dt_bpf_btf **ret, int *fd);
void dt_btf_destroy(struct dt_bpf_btf *b);

#endif
