/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Locates the library through the dynamic linker. The tree may have moved since installation, so
 * the configured prefix is only the last resort.
 */
#include "base/host/install.h"

#include "base/mem.h"
#include "base/paths.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
	const char *built;     // path below the build directory
	const char *installed; // path below the prefix
	const char *mark;      // for a directory: a file in it that must exist
} files[] = {
    [DT_INSTALLED_D] = {"lib", DT_LIBDIR "/dtrace", "/procfs.d"},
    [DT_INSTALLED_KEEPER] = {"dtrace-keeper", DT_LIBEXECDIR "/dtrace/dtrace-keeper", ""},
    [DT_INSTALLED_EXPORT] = {"dtrace-export", DT_LIBEXECDIR "/dtrace/dtrace-export", ""},
    [DT_INSTALLED_PLACER] = {"dtrace-placer", DT_LIBEXECDIR "/dtrace/dtrace-placer", ""},
};

/** Returns the directory of the file that contains this code (heap), or NULL if unknown. */
static char *own_directory(void)
{
	Dl_info self;
	char *path, *slash;

	if (!dladdr((const void *)own_directory, &self) || !self.dli_fname)
		return NULL;
	path = realpath(self.dli_fname, NULL);
	slash = path ? strrchr(path, '/') : NULL;
	if (slash)
		*slash = '\0';
	return path;
}

/** Shortens the installed directory of the library, or of the command, to its prefix. Returns false
 * if it is another one. */
static bool cut_to_prefix(char *directory)
{
	static const char *const ends[] = {"/" DT_LIBDIR, "/sbin"};

	for (size_t i = 0; i < dt_array_len(ends); i++) {
		size_t len = strlen(directory), n = strlen(ends[i]);

		if (len < n || strcmp(directory + len - n, ends[i]) != 0)
			continue;
		directory[len - n] = '\0';
		return true;
	}
	return false;
}

/** Returns DIRECTORY/NAME (heap) if it exists, else NULL. */
static char *find_installed(const char *directory, const char *name, const char *mark)
{
	char *path = dt_asprintf("%s/%s", directory, name);
	dt_cleanup(dt_free_p) char *file = dt_asprintf("%s%s", path, mark);

	if (!access(file, R_OK))
		return path;
	free(path);
	return NULL;
}

char *dt_installed(enum dt_installed what)
{
	dt_cleanup(dt_free_p) char *directory = own_directory();
	char *path =
	    directory ? find_installed(directory, files[what].built, files[what].mark) : NULL;

	if (!path && directory && cut_to_prefix(directory))
		path = find_installed(directory, files[what].installed, files[what].mark);
	return path ? path : dt_asprintf("%s/%s", DT_PREFIX, files[what].installed);
}
