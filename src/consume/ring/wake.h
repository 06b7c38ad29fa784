/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Lets a program wake the consumer, by the map DT_MAP_WAKE: a BPF ring buffer of one page, whose
 * contents have no meaning. Its descriptor becomes readable when a program writes there.
 */
#ifndef DT_CONSUME_WAKE_H
#define DT_CONSUME_WAKE_H

#include "base/error.h"

#include <stdint.h>

struct dt_wake {
	int fd;			  // borrowed; -1: none
	uint64_t *consumer;	  // shared, written by us
	const uint64_t *producer; // shared
};

struct dt_error *dt_wake_init(struct dt_wake *w, int fd) dt_must_use;
void dt_wake_deinit(struct dt_wake *w);
/** Makes room for the next wake-up. */
void dt_wake_clear(struct dt_wake *w);

#endif
