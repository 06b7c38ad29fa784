/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * What the name of a profile or tick probe says: dt_probe.own of the provider's probes.
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
