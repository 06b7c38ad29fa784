/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The error object that fallible functions return; NULL means success.
 *
 * An error has a code and a message for people, which includes the cause. Each layer that passes an
 * error on may wrap it: dt_error_wrap(err, "attach %s", name) yields "attach X: cause".
 * Functions write their outputs only on success.
 */
#ifndef DT_BASE_ERROR_H
#define DT_BASE_ERROR_H

#include "base/mem.h"

enum dt_error_code {
	DT_ERR_OTHER,
	DT_ERR_SYSTEM,	    // a system call failed; see os_errno
	DT_ERR_PRIVILEGE,   // permission denied
	DT_ERR_UNSUPPORTED, // this kernel lacks a feature
	DT_ERR_USAGE,	    // invalid argument of the caller, such as an option's value
	DT_ERR_COMPILE,	    // the D program has errors; see the diagnostics
	DT_ERR_NOMATCH,	    // no probe matches
	DT_ERR_VERIFIER,    // the kernel rejected a program
	DT_ERR_TOO_COMPLEX, // the kernel rejected a program because of its size
	// invalid probe descriptions of processes; each has a separate diagnostic tag
	DT_ERR_PROC_PROVIDER, // the provider's name does not name a process
	DT_ERR_PROC_GONE,     // no such process
	DT_ERR_PROC_GRAB,     // the process cannot be examined
	DT_ERR_PROC_MODULE,   // the process has no such file
	DT_ERR_PROC_FUNCTION, // the file has no such function
	DT_ERR_PROC_NAME,     // neither entry nor return nor an offset
	DT_ERR_PROC_OFFSET,   // the offset is outside the function
	DT_ERR_PROC_ALIGN,    // the offset is not the start of an instruction
	DT_ERR_PROC_CREATE,   // a probe there would be harmful, or the kernel rejects it
};

struct dt_error {
	enum dt_error_code code;
	int os_errno; // 0 if none
	char *message;
};

struct dt_error *dt_error_new(enum dt_error_code code, const char *fmt, ...)
    dt_printf_like(2, 3) dt_must_use;
/** Returns strerror(os_errno), and the remedy where there is one. */
const char *dt_error_text(int os_errno);
/** Returns an error "message: dt_error_text(os_errno)". For EPERM and EACCES its code is
 *  DT_ERR_PRIVILEGE. */
struct dt_error *dt_error_os(int os_errno, const char *fmt, ...) dt_printf_like(2, 3) dt_must_use;
/** Prefixes the message of `err`, which it takes over and returns. NULL stays NULL. */
struct dt_error *dt_error_wrap(struct dt_error *err, const char *fmt, ...)
    dt_printf_like(2, 3) dt_must_use;
struct dt_error *dt_error_copy(const struct dt_error *err) dt_must_use; // NULL stays NULL
void dt_error_destroy(struct dt_error *err);				// NULL is fine

/** Returns from the current function if `expr` is an error. */
#define DT_TRY(expr)                            \
	do {                                    \
		struct dt_error *err_ = (expr); \
		if (err_)                       \
			return err_;            \
	} while (0)

#endif
