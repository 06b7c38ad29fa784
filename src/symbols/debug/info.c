/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libdw takes all sections of debug information into memory, and unpacks what is compressed. Who
 * made the file says how much that is, so what it may be is bounded before: by the room that the
 * file takes on its disk, which holes do not, and by a size of its own.
 *
 * Decision: docs/dev/decisions/0064-debug-information-bounded.md
 */
#include "symbols/debug/info.h"

#include "symbols/elf/separate.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwelf.h>
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const uint64_t disk_ratio = 16, // debug information of compilers stays below
    always = UINT64_C(64) << 20,       // bytes: so much is read whatever the disk says
    at_most = UINT64_C(2) << 30;       // bytes: the largest programs

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

/** The bytes that a file may become. */
static uint64_t room_of(int fd)
{
	struct stat st;
	uint64_t room = fstat(fd, &st) ? 0 : (uint64_t)st.st_blocks * 512 * disk_ratio;

	return room < always ? always : room < at_most ? room : at_most;
}

/** The bytes that a section is unpacked to; 0: it is not compressed. In the old way its name says
 *  that it is, and its beginning the size. */
static uint64_t unpacked_size(Elf_Scn *s, const GElf_Shdr *h, const char *name)
{
	bool is_old = name && !strncmp(name, ".zdebug", strlen(".zdebug"));
	Elf_Data *data = is_old ? elf_rawdata(s, NULL) : NULL;
	uint64_t size;
	GElf_Chdr c;

	if (h->sh_flags & SHF_COMPRESSED)
		return gelf_getchdr(s, &c) ? c.ch_size : 0;
	if (!data || data->d_size < 4 + sizeof(size))
		return 0;
	memcpy(&size, (const char *)data->d_buf + 4, sizeof(size));
	return be64toh(size);
}

/** Takes `n` of the room that is left; false: there is less. */
static bool take(uint64_t *room, uint64_t n)
{
	bool is_there = n <= *room;

	*room -= is_there ? n : 0;
	return is_there;
}

/** Asked of libelf, which has read the headers once: the file may change. Sections come first as
 *  they are in the file, for then they may be looked into. */
static bool fits(Elf *elf, uint64_t room)
{
	GElf_Shdr h;
	size_t names;

	for (Elf_Scn *s = NULL; (s = elf_nextscn(elf, s));)
		if (gelf_getshdr(s, &h) && h.sh_type != SHT_NOBITS && !take(&room, h.sh_size))
			return false;
	if (elf_getshdrstrndx(elf, &names))
		return false;
	for (Elf_Scn *s = NULL; (s = elf_nextscn(elf, s));)
		if (gelf_getshdr(s, &h) && h.sh_type != SHT_NOBITS &&
		    !take(&room, unpacked_size(s, &h, elf_strptr(elf, names, h.sh_name))))
			return false;
	return true;
}

/** Are there units whose information lies in files (.dwo) that libdw opens when something refers to
 *  the unit? */
static bool is_split(Dwarf *dwarf)
{
	Dwarf_CU *unit = NULL;
	uint8_t type = 0;

	while (type != DW_UT_skeleton &&
	       !dwarf_get_units(dwarf, unit, &unit, NULL, &type, NULL, NULL))
		;
	return type == DW_UT_skeleton;
}

/** Does it share information with a file, whose path libdw would open? */
static bool names_shared(Dwarf *dwarf)
{
	const char *name;
	const void *id;

	return dwelf_dwarf_gnu_debugaltlink(dwarf, &name, &id) > 0;
}

/** NULL: there is none, or it would let libdw wait at files that the maker of this one names. */
static Dwarf *open_dwarf(struct dt_debug_info *i, const struct dt_elf *e, void **elf)
{
	Dwarf *dwarf;

	if (!e || dt_file_fd(e->file) < 0 || !may_be_looked_up(dt_file_fd(e->file)))
		return NULL;
	if (e->has_more_sections) { // libelf makes room for as many as the file says
		i->is_too_large = true;
		return NULL;
	}
	elf_version(EV_CURRENT);
	*elf = elf_begin(dt_file_fd(e->file), ELF_C_READ, NULL);
	if (!*elf)
		return NULL;
	if (!fits(*elf, room_of(dt_file_fd(e->file)))) {
		i->is_too_large = true;
		return NULL;
	}
	dwarf = dwarf_begin_elf(*elf, DWARF_C_READ, NULL);
	if (dwarf && !is_split(dwarf))
		return dwarf;
	dwarf_end(dwarf);
	return NULL;
}

/** Open what it shares, in its stead; false: it is not there, or shares again. */
static bool open_shared(struct dt_debug_info *i, const struct dt_elf *e)
{
	i->shared = dt_separate_shared(e);
	i->shared_dwarf = open_dwarf(i, i->shared, &i->shared_elf);
	if (!i->shared_dwarf || names_shared(i->shared_dwarf))
		return false;
	dwarf_setalt(i->dwarf, i->shared_dwarf);
	return true;
}

void *dt_debug_info_open(struct dt_debug_info *i, const struct dt_elf *e)
{
	if (i->is_open)
		return i->dwarf;
	i->is_open = true;
	if (!dt_elf_section(e, ".debug_info"))
		e = i->separate = dt_separate_find(e, ".debug_info");
	i->dwarf = open_dwarf(i, e, &i->elf);
	if (i->dwarf && names_shared(i->dwarf) && !open_shared(i, e)) {
		dwarf_end(i->dwarf);
		i->dwarf = NULL;
	}
	return i->dwarf;
}

void dt_debug_info_deinit(struct dt_debug_info *i)
{
	dwarf_end(i->dwarf);
	elf_end(i->elf);
	dwarf_end(i->shared_dwarf);
	elf_end(i->shared_elf);
	dt_elf_destroy(i->shared);
	dt_elf_destroy(i->separate);
	*i = (struct dt_debug_info){0};
}
