/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * The error object of operations: NULL is success.
 *
 * An error carries a code, a message for a person and, below it, its cause. Each layer that passes
 * one on may wrap it: dt_error_wrap(err, "attach %s", name) reads "attach X: cause".
 * An output is written only on success.
 */
#ifndef DT_BASE_ERROR_H
#define DT_BASE_ERROR_H

#include "base/mem.h"

enum dt_error_code {
	DT_ERR_OTHER,
	DT_ERR_SYSTEM,	    // a system call failed; os_errno says how
	DT_ERR_PRIVILEGE,   // not allowed
	DT_ERR_UNSUPPORTED, // this kernel cannot
	DT_ERR_USAGE,	    // the caller asked for nonsense: option name, value
	DT_ERR_COMPILE,	    // the D program is wrong; the diagnostics say how
	DT_ERR_NOMATCH,	    // no probe matches
	DT_ERR_VERIFIER,    // the kernel refused a program
	DT_ERR_TOO_COMPLEX, // the same, for its size alone
	// why a description of probes in a process is wrong; each has a tag of its own
	DT_ERR_PROC_PROVIDER, // the provider's name is no process's
	DT_ERR_PROC_GONE,     // no such process
	DT_ERR_PROC_GRAB,     // it cannot be examined
	DT_ERR_PROC_MODULE,   // it has no such file
	DT_ERR_PROC_FUNCTION, // the file has no such function
	DT_ERR_PROC_NAME,     // neither entry nor return nor an offset
	DT_ERR_PROC_OFFSET,   // outside the function
	DT_ERR_PROC_ALIGN,    // not the start of an instruction
	DT_ERR_PROC_CREATE,   // a probe there would do harm, or the kernel refuses it
};

struct dt_error {
	enum dt_error_code code;
	int os_errno; // 0 if none
	char *message;
};

struct dt_error *dt_error_new(enum dt_error_code code, const char *fmt, ...)
    dt_printf_like(2, 3) dt_must_use;
/** "message: strerror(os_errno)"; EPERM and EACCES get DT_ERR_PRIVILEGE. */
struct dt_error *dt_error_os(int os_errno, const char *fmt, ...) dt_printf_like(2, 3) dt_must_use;
/** Prefix the message; takes ownership of `err`, returns it. NULL stays NULL. */
struct dt_error *dt_error_wrap(struct dt_error *err, const char *fmt, ...)
    dt_printf_like(2, 3) dt_must_use;
void dt_error_destroy(struct dt_error *err); // NULL is fine
void dt_error_destroy_p(struct dt_error **err);

/** Return the error, if there is one, to the caller. */
#define DT_TRY(expr)                            \
	do {                                    \
		struct dt_error *err_ = (expr); \
		if (err_)                       \
			return err_;            \
	} while (0)

#endif
