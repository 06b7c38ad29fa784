/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The ring buffers of a session: one per possible CPU, in an array of maps.
 */
#ifndef DT_EBPF_RINGS_H
#define DT_EBPF_RINGS_H

#include "abi/program.h"
#include "base/error.h"

/** Insertions into the array that the kernel has not yet returned from. */
struct dt_ring_fill;

/** Create ring `cpu` of that size; the descriptor, or -1 and errno. */
int dt_ring_create(const struct dt_map_desc *desc, uint32_t size);
/** Bytes of the ring of each CPU, of which `wanted` are asked for: heap, n_cpus elements. */
uint32_t *dt_ring_sizes(uint32_t wanted, unsigned n_cpus);

/**
 * Put rings[0 … n-1] into the array. On success all are in place, programs may use them; `ret` is to
 * be given to dt_ring_fill_finish() before the descriptors are closed.
 */
struct dt_error *dt_ring_fill_start(int outer_fd, const int *rings, unsigned n,
				    struct dt_ring_fill **ret);
/** Wait for the kernel; NULL is fine. */
void dt_ring_fill_finish(struct dt_ring_fill *f);

#endif
