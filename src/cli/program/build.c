/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names and writes the files of -h and -G. The output of a failed run is removed, since make(1)
 * would take it for a finished file.
 */
#include "cli/program/build.h"

#include "cli/message.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int fail_file(const char *what, const char *path, int failed)
{
	return dt_fail_text("failed to %s '%s': %s", what, path, strerror(failed));
}

/** Writes the name of the output: `output`, or the script's name with the suffix ("dir/prov.d" and
 * ".h" give "prov.h"), or `other` if there is no such script. Returns false after a message if that
 * is NULL. */
static bool name_output(const char *script, const char *output, const char *suffix,
			const char *other, char ret[static PATH_MAX])
{
	const char *base = script ? strrchr(script, '/') : NULL;
	size_t len;

	base = base ? base + 1 : script;
	len = base ? strlen(base) : 0;
	bool is_named = len > 2 && !strcmp(base + len - 2, ".d");

	if (output || (!is_named && other)) {
		snprintf(ret, PATH_MAX, "%s", output ? output : other);
	} else if (is_named) {
		snprintf(ret, PATH_MAX, "%.*s%s", (int)(len - 2), base, suffix);
	} else {
		dt_message("-h needs -o: only a script file.d names its output, file%s", suffix);
		return false;
	}
	return true;
}

/** Removes a file, but no device. */
static void remove_file(const char *path)
{
	struct stat st;

	if (!stat(path, &st) && S_ISREG(st.st_mode))
		unlink(path);
}

int dt_build_header(struct dtrace *d, const char *script, const char *output)
{
	struct dtrace_error *err;
	char path[PATH_MAX];
	int out;

	if (!name_output(script, output, ".h", NULL, path))
		return E_ERROR;
	if (!strcmp(path, "-")) {
		err = dtrace_write_header(d, STDOUT_FILENO);
		return err ? dt_fail(err, NULL) : E_SUCCESS;
	}
	out = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (out < 0)
		return fail_file("open header file", path, errno);
	err = dtrace_write_header(d, out);
	if (!close(out) && !err)
		return E_SUCCESS;
	remove_file(path);
	return err ? dt_fail(err, NULL) : fail_file("write header file", path, errno);
}

int dt_build_object(struct dtrace *d, const char *script, const char *output,
		    const char *const *objects, size_t n)
{
	struct dtrace_error *err;
	char path[PATH_MAX];

	if (!name_output(script, output, ".o", "d.out", path))
		return E_ERROR;
	err = dtrace_write_object(d, path, objects, n);
	return err ? dt_fail(err, NULL) : E_SUCCESS;
}
