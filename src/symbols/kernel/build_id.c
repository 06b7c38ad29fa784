/* SPDX-License-Identifier: BSD-2-Clause */
#include "symbols/kernel/build_id.h"

#include "base/read/cursor.h"
#include "base/str.h"

#include <elf.h>
#include <fcntl.h>

enum { NOTES_MAX = 1 << 16 }; // bytes

size_t dt_notes_build_id(const void *notes, size_t len, uint8_t ret[DT_BUILD_ID_MAX])
{
	struct dt_cursor c = {.at = notes, .end = (const uint8_t *)notes + len};
	const uint8_t *name, *desc;

	while (dt_cursor_left(&c) >= sizeof(Elf64_Nhdr)) {
		uint64_t name_size = dt_cursor_fixed(&c, 4), desc_size = dt_cursor_fixed(&c, 4);
		uint64_t type = dt_cursor_fixed(&c, 4);

		name = dt_cursor_skip(&c, (name_size + 3) & ~UINT64_C(3));
		desc = dt_cursor_skip(&c, (desc_size + 3) & ~UINT64_C(3));
		if (!name || !desc || type != NT_GNU_BUILD_ID || name_size != 4 ||
		    memcmp(name, "GNU", 4) != 0 || desc_size > DT_BUILD_ID_MAX)
			continue;
		memcpy(ret, desc, desc_size);
		return desc_size;
	}
	return 0;
}

size_t dt_kernel_build_id(const char *module, uint8_t ret[DT_BUILD_ID_MAX])
{
	bool is_kernel = !strcmp(module, "vmlinux");
	dt_cleanup(dt_str_deinit) struct dt_str notes = {0};
	dt_cleanup(dt_free_p) char *path =
	    is_kernel ? dt_strdup("/sys/kernel/notes")
		      : dt_asprintf("/sys/module/%s/notes/.note.gnu.build-id", module);
	dt_cleanup(dt_close_p) int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0 || !dt_str_read(&notes, fd, NOTES_MAX))
		return 0;
	return dt_notes_build_id(notes.data, notes.len, ret);
}
