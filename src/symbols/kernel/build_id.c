/* SPDX-License-Identifier: BSD-2-Clause */
#include "symbols/kernel/build_id.h"

#include <string.h>

size_t dt_kernel_build_id(const char *module, uint8_t ret[DT_BUILD_ID_MAX])
{
	bool is_kernel = !strcmp(module, "vmlinux");
	dt_cleanup(dt_free_p) char *path =
	    is_kernel ? dt_strdup("/sys/kernel/notes")
		      : dt_asprintf("/sys/module/%s/notes/.note.gnu.build-id", module);
	dt_cleanup(dt_file_destroy_p) struct dt_file *file = dt_file_open(path);
	const struct dt_span notes = {file, 0, file ? dt_file_id(file)->size : 0};

	return dt_notes_build_id(&notes, ret);
}
