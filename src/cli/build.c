/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names and writes the files of -h and -G. Output of a failed run is removed, or make(1) would take
 * it for a good one the next time.
 */
#include "cli/build.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/** "dir/prov.d" and ".h" give "prov.h"; NULL if there is no such script. */
static char *derived_name(const char *script, const char *suffix)
{
	const char *base = script ? strrchr(script, '/') : NULL;
	size_t len;

	base = base ? base + 1 : script;
	len = base ? strlen(base) : 0;
	if (len <= 2 || strcmp(base + len - 2, ".d") != 0)
		return NULL;
	return dt_asprintf("%.*s%s", (int)(len - 2), base, suffix);
}

static struct dt_error *name_output(const char *script, const char *output, char flag,
				    const char *suffix, char **ret)
{
	*ret = output ? dt_strdup(output) : derived_name(script, suffix);
	if (*ret)
		return NULL;
	return dt_error_new(DT_ERR_USAGE,
			    "-%c needs -o: only a script file.d names its output, file%s", flag,
			    suffix);
}

struct dt_error *dt_build_header(struct dtrace *d, const char *script, const char *output)
{
	dt_cleanup(dt_free_p) char *path = NULL;
	struct dt_error *err;
	bool failed;
	FILE *out;

	DT_TRY(name_output(script, output, 'h', ".h", &path));
	if (!strcmp(path, "-"))
		return dtrace_write_header(d, stdout);
	out = fopen(path, "we");
	if (!out)
		return dt_error_os(errno, "failed to open header file '%s'", path);
	err = dtrace_write_header(d, out);
	failed = ferror(out);
	failed = fclose(out) || failed;
	if (!err && failed)
		err = dt_error_os(errno, "failed to write header file '%s'", path);
	if (err)
		unlink(path);
	return err;
}

struct dt_error *dt_build_object(struct dtrace *d, const char *script, const char *output,
				 const char *const *objects, size_t n)
{
	dt_cleanup(dt_free_p) char *path = NULL;

	DT_TRY(name_output(script, output, 'G', ".o", &path));
	return dtrace_write_object(d, path, objects, n);
}
