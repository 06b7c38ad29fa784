/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Errors of the public header.
 */
#include "session/core/session.h"

enum dtrace_error_kind dtrace_error_kind(const struct dt_error *err)
{
	switch (err ? err->code : DT_ERR_OTHER) {
	case DT_ERR_SYSTEM:
		return DTRACE_ERROR_SYSTEM;
	case DT_ERR_PRIVILEGE:
		return DTRACE_ERROR_PRIVILEGE;
	case DT_ERR_UNSUPPORTED:
		return DTRACE_ERROR_UNSUPPORTED;
	case DT_ERR_USAGE:
		return DTRACE_ERROR_USAGE;
	case DT_ERR_COMPILE:
		return DTRACE_ERROR_COMPILE;
	default:
		return DTRACE_ERROR_OTHER;
	}
}

const char *dtrace_error_message(const struct dt_error *err)
{
	return err ? err->message : "";
}

int dtrace_error_errno(const struct dt_error *err)
{
	return err ? err->os_errno : 0;
}

void dtrace_error_free(struct dt_error *err)
{
	dt_error_destroy(err);
}

void dtrace_set_memory_handler(bool (*fn)(void *arg, size_t size), void *arg)
{
	dt_memory_handler(fn, arg);
}
