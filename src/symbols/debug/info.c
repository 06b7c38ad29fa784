/* SPDX-License-Identifier: BSD-2-Clause */
#include "symbols/debug/info.h"

#include "symbols/elf/separate.h"

#include <elfutils/libdw.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

/** libdw looks up the path that the file has now; one that leads to a program of another user would
 *  let it wait. */
static bool may_be_looked_up(int fd)
{
	dt_cleanup(dt_free_p) char *self = dt_asprintf("/proc/self/fd/%d", fd);
	dt_cleanup(dt_close_p) int found = -1;
	char path[PATH_MAX];
	ssize_t n = readlink(self, path, sizeof(path) - 1);

	path[n < 0 ? 0 : n] = '\0';
	found = dt_file_find(AT_FDCWD, path, DT_PATH_ANY);
	return found >= 0 || errno != EREMOTE;
}

void *dt_debug_info_open(struct dt_debug_info *i, const struct dt_elf *e)
{
	if (i->is_open)
		return i->dwarf;
	i->is_open = true;
	if (!dt_elf_section(e, ".debug_info"))
		e = i->separate = dt_separate_find(e, ".debug_info");
	if (!e || dt_file_fd(e->file) < 0 || !may_be_looked_up(dt_file_fd(e->file)))
		return NULL;
	elf_version(EV_CURRENT);
	i->elf = elf_begin(dt_file_fd(e->file), ELF_C_READ, NULL);
	i->dwarf = i->elf ? dwarf_begin_elf(i->elf, DWARF_C_READ, NULL) : NULL;
	return i->dwarf;
}

void dt_debug_info_deinit(struct dt_debug_info *i)
{
	dwarf_end(i->dwarf);
	elf_end(i->elf);
	dt_elf_destroy(i->separate);
	*i = (struct dt_debug_info){0};
}
