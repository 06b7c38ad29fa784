/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Error objects. The cause is kept as text: wrapping prefixes the message, but code and errno
 * remain those of the operation that failed first.
 */
#include "base/error.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static struct dt_error *create_error(enum dt_error_code code, int os_errno, char *message)
{
	struct dt_error *err = dt_malloc(sizeof(*err));

	*err = (struct dt_error){.code = code, .os_errno = os_errno, .message = message};
	return err;
}

struct dt_error *dt_error_new(enum dt_error_code code, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	char *message = dt_vasprintf(fmt, ap);
	va_end(ap);
	return create_error(code, 0, message);
}

struct dt_error *dt_error_copy(const struct dt_error *err)
{
	return err ? create_error(err->code, err->os_errno, dt_strdup(err->message)) : NULL;
}

const char *dt_error_text(int os_errno)
{
	if (os_errno == EMFILE)
		return "Too many open files (the limit is too low: ulimit -n)";
	return strerror(os_errno);
}

struct dt_error *dt_error_os(int os_errno, const char *fmt, ...)
{
	bool denied = os_errno == EPERM || os_errno == EACCES;
	va_list ap;

	va_start(ap, fmt);
	dt_cleanup(dt_free_p) char *what = dt_vasprintf(fmt, ap);
	va_end(ap);
	return create_error(denied ? DT_ERR_PRIVILEGE : DT_ERR_SYSTEM, os_errno,
			    dt_asprintf("%s: %s", what, dt_error_text(os_errno)));
}

struct dt_error *dt_error_wrap(struct dt_error *err, const char *fmt, ...)
{
	va_list ap;

	if (!err)
		return NULL;
	va_start(ap, fmt);
	dt_cleanup(dt_free_p) char *what = dt_vasprintf(fmt, ap);
	va_end(ap);
	dt_cleanup(dt_free_p) char *cause = err->message;
	err->message = dt_asprintf("%s: %s", what, cause);
	return err;
}

void dt_error_destroy(struct dt_error *err)
{
	if (!err)
		return;
	free(err->message);
	free(err);
}
