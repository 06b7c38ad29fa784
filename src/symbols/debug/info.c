/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libdw loads all sections of debug information into memory and decompresses them. The size comes
 * from the untrusted file, so dtrace bounds it first: by the disk space that the file occupies
 * (holes do not count), and by a fixed maximum.
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

static const uint64_t disk_ratio = 16, // more than in any compiler's debug information
    always = UINT64_C(64) << 20,       // bytes that are allowed for any file
    at_most = UINT64_C(2) << 30;       // bytes, for the largest programs

/** Reports whether libdw may look up the file's current path: in a file system that another user's
 *  program serves, it could wait for ever. */
static bool may_be_searched(int fd)
{
	dt_cleanup(dt_free_p) char *self = dt_asprintf("/proc/self/fd/%d", fd);
	dt_cleanup(dt_close_p) int found = -1;
	char path[PATH_MAX];
	ssize_t n = readlink(self, path, sizeof(path) - 1);

	path[n < 0 ? 0 : n] = '\0';
	found = dt_file_find(AT_FDCWD, path, DT_PATH_ANY);
	return found >= 0 || errno != EREMOTE;
}

/** Returns the maximum bytes of debug information of a file. */
static uint64_t room_of(int fd)
{
	struct stat st;
	uint64_t room = fstat(fd, &st) ? 0 : (uint64_t)st.st_blocks * 512 * disk_ratio;

	return room < always ? always : room < at_most ? room : at_most;
}

/** Returns the decompressed size of a section, or 0 if it is not compressed. The older format is
 *  marked by the section's name, and the size is at its beginning. */
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

/** Subtracts `n` from the remaining room. Returns false if there is not enough. */
static bool take_room(uint64_t *room, uint64_t n)
{
	bool is_there = n <= *room;

	*room -= is_there ? n : 0;
	return is_there;
}

/** Reports whether the sections fit. Uses the headers that libelf has read, because the file may
 *  change. Counts the compressed sizes first, so that the sections may then be examined. */
static bool sections_fit(Elf *elf, uint64_t room)
{
	GElf_Shdr h;
	size_t names;

	for (Elf_Scn *s = NULL; (s = elf_nextscn(elf, s));)
		if (gelf_getshdr(s, &h) && h.sh_type != SHT_NOBITS && !take_room(&room, h.sh_size))
			return false;
	if (elf_getshdrstrndx(elf, &names))
		return false;
	for (Elf_Scn *s = NULL; (s = elf_nextscn(elf, s));)
		if (gelf_getshdr(s, &h) && h.sh_type != SHT_NOBITS &&
		    !take_room(&room, unpacked_size(s, &h, elf_strptr(elf, names, h.sh_name))))
			return false;
	return true;
}

/** Reports whether units have their information in separate files (.dwo), which libdw would open.
 */
static bool is_split(Dwarf *dwarf)
{
	Dwarf_CU *unit = NULL;
	uint8_t type = 0;

	while (type != DW_UT_skeleton &&
	       !dwarf_get_units(dwarf, unit, &unit, NULL, &type, NULL, NULL))
		;
	return type == DW_UT_skeleton;
}

/** Reports whether the file shares information with another one, which libdw would open by path. */
static bool names_shared(Dwarf *dwarf)
{
	const char *name;
	const void *id;

	return dwelf_dwarf_gnu_debugaltlink(dwarf, &name, &id) > 0;
}

/** Opens the file's debug information. Returns NULL if it has none, or if libdw would open files
 * that the untrusted file names. */
static Dwarf *open_dwarf(struct dt_debug_info *i, const struct dt_elf *e, void **elf)
{
	Dwarf *dwarf;

	if (!e || dt_file_fd(e->file) < 0 || !may_be_searched(dt_file_fd(e->file)))
		return NULL;
	if (e->has_more_sections) { // libelf allocates as many as the file claims
		i->is_too_large = true;
		return NULL;
	}
	elf_version(EV_CURRENT);
	*elf = elf_begin(dt_file_fd(e->file), ELF_C_READ, NULL);
	if (!*elf)
		return NULL;
	if (!sections_fit(*elf, room_of(dt_file_fd(e->file)))) {
		i->is_too_large = true;
		return NULL;
	}
	dwarf = dwarf_begin_elf(*elf, DWARF_C_READ, NULL);
	if (dwarf && !is_split(dwarf))
		return dwarf;
	dwarf_end(dwarf);
	return NULL;
}

/** Opens the shared file instead of libdw. Returns false if it is missing or shares again. */
static bool open_shared_info(struct dt_debug_info *i, const struct dt_elf *e)
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
	if (i->dwarf && names_shared(i->dwarf) && !open_shared_info(i, e)) {
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
