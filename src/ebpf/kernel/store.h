/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Maps of BPF programs as a store. Only the kernel reaches the elements of a hash, by system calls.
 */
#ifndef DT_EBPF_STORE_H
#define DT_EBPF_STORE_H

#include "abi/store.h"

/** The type of dt_maps.store. */
extern const struct dt_store_type dt_bpf_store;

#endif
