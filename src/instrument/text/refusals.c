/* SPDX-License-Identifier: BSD-2-Clause */
#include "instrument/text/text.h"

const char *const dt_refusal_texts[DT_N_REFUSALS] = {
#define DT_REFUSAL(name, text) text,
#include "instrument/text/refusals.def"
#undef DT_REFUSAL
};
