/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The library asks the dynamic linker where it was loaded from. Its tree may have been moved since
 * it was installed, so the configured prefix is only the last resort.
 */
#include "base/host/install.h"

#include "base/mem.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
	const char *built;     // below the build directory
	const char *installed; // below the prefix
	const char *mark;      // a file in it, if it is a directory
} files[] = {
    [DT_INSTALLED_D] = {"lib", DT_LIBDIR "/dtrace", "/procfs.d"},
    [DT_INSTALLED_KEEPER] = {"dtrace-keeper", DT_LIBEXECDIR "/dtrace/dtrace-keeper", ""},
};

/** The directory of the file that this code is in; NULL: unknown. Heap. */
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

/** Cut a directory down to the prefix that it was installed under; false: it was not. */
static bool cut_to_prefix(char *directory)
{
	size_t len = strlen(directory), n = strlen("/" DT_LIBDIR);

	if (len < n || strcmp(directory + len - n, "/" DT_LIBDIR) != 0)
		return false;
	directory[len - n] = '\0';
	return true;
}

/** DIRECTORY/NAME if it is there, else NULL. Heap. */
static char *find(const char *directory, const char *name, const char *mark)
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
	char *path = directory ? find(directory, files[what].built, files[what].mark) : NULL;

	if (!path && directory && cut_to_prefix(directory))
		path = find(directory, files[what].installed, files[what].mark);
	return path ? path : dt_asprintf("%s/%s", DT_PREFIX, files[what].installed);
}
