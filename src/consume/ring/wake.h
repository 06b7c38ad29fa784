/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Being woken by a program: the map DT_MAP_WAKE, a BPF ring buffer of one page whose contents mean
 * nothing. Its descriptor becomes readable when a program puts something there.
 */
#ifndef DT_CONSUME_WAKE_H
#define DT_CONSUME_WAKE_H

#include "base/error.h"

#include <stdint.h>

struct dt_wake {
	int fd;			  // borrowed; -1: there is none
	uint64_t *consumer;	  // shared, ours to write
	const uint64_t *producer; // shared
};

struct dt_error *dt_wake_init(struct dt_wake *w, int fd) dt_must_use;
void dt_wake_deinit(struct dt_wake *w);
/** Make room for the next one. */
void dt_wake_clear(struct dt_wake *w);

#endif
