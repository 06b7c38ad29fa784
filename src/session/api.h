/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The public header as the library itself sees it: its errors are base/error.h's.
 */
#ifndef DT_SESSION_API_H
#define DT_SESSION_API_H

#include "base/error.h"

#define dtrace_error dt_error // the public name of the struct
#include "dtrace/dtrace.h"
#undef dtrace_error

#endif
