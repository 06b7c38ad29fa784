/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The parsed name of a profile or tick probe: dt_probe.own of the profile provider.
 */
#ifndef DT_PROVIDER_PROFILE_H
#define DT_PROVIDER_PROFILE_H

#include <stdint.h>

enum dt_timer_kind { DT_TIMER_PROFILE, DT_TIMER_TICK, DT_N_TIMER_KINDS };

struct dt_timer {
	enum dt_timer_kind kind;
	uint64_t period; // ns
};

#endif
