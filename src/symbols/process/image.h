/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Files that processes have mapped, and the names of their addresses. Each file is read once for
 * all processes, when the first address in it needs a name.
 *
 * Device, inode and path identify a file, and also the time of its last change if that is visible:
 * a recompiled program is another file. Files of another mount namespace are separate images, so
 * that a container names only the functions of its own files. The vDSOs of 32-bit and of 64-bit
 * processes are two images.
 *
 * Reading has a total time budget. Files beyond the budget stay without names.
 */
#ifndef DT_SYMBOLS_PROCESS_IMAGE_H
#define DT_SYMBOLS_PROCESS_IMAGE_H

#include "base/map.h"
#include "symbols/unwind/frames.h"
#include "symbols/debug/fetch.h"
#include "symbols/debug/lines.h"
#include "symbols/elf/names.h"
#include "symbols/process/proc.h"

struct dt_image {
	char *key;			// in dt_images.by_key
	size_t n_users;			// mappings
	char *path;			// as mapped
	char *name;			// its last part
	int64_t changed;		// ns; 0: unknown
	uint64_t checked;		// time of the last check of `changed`
	struct dt_proc_mapping mapping; // the first one seen; its path is `path`
	pid_t pid;			// of that mapping's process
	struct dt_elf *elf; // opened at once if our view of the path does not lead to it
	bool is_open, is_read;
	bool awaits; // its debug file, requested from a server
	bool is_vdso;
	struct dt_elf_names names;
	struct dt_lines lines;
	struct dt_frames frames;
};

/** Files with missing data. */
struct dt_left_out {
	size_t n;
	char *first; // the path of the first; owned
};

/** A zeroed struct is empty. */
struct dt_images {
	struct dt_map by_key;
	uint64_t deadline;	    // for the file that is being read
	uint64_t spent;		    // ns
	struct dt_left_out late;    // not read in time
	struct dt_left_out foreign; // served by another user's program
	struct dt_left_out large;   // their debug information is too large
	struct dt_fetcher *fetcher; // of debug files; owned; NULL: none
	bool wants_lines;	    // fetch debug files for source lines too, not only for symbols
	bool may_wait;		    // for the fetcher: tracing has ended
};

void dt_images_deinit(struct dt_images *s); // after the last mapping
/** Returns the file behind a mapping of a process in the mount namespace `world`
 *  (dt_mapped_world()). The caller increments n_users. */
struct dt_image *dt_image_get(struct dt_images *s, pid_t pid, uint64_t world,
			      const struct dt_proc_mapping *m);
/** Frees the file, after its last user. */
void dt_image_free(struct dt_images *s, struct dt_image *i);

/** Returns the file, opened, or NULL if it cannot be opened. */
const struct dt_elf *dt_image_elf(struct dt_image *i);
/** Reads the file's unwind information, which the caller then owns. Returns false if it has none.
 */
bool dt_image_frames(struct dt_images *s, struct dt_image *i, struct dt_eh_frame *ret);
/** Converts an offset in the file to its virtual address, and reads the file's names. Returns false
 *  if the address is unknown. */
bool dt_image_address(struct dt_images *s, struct dt_image *i, uint64_t offset, uint64_t *ret);
/** The same for data that is `distance` bytes from code at `offset` in the file. Returns false if
 *  the file has nothing there. */
bool dt_image_data(struct dt_images *s, struct dt_image *i, uint64_t offset, uint64_t distance,
		   uint64_t *ret);
/** Return the symbol that contains a virtual address of the file, or NULL; its name, or NULL. */
const struct dt_symtab_entry *dt_image_symbol(struct dt_image *i, uint64_t addr);
const char *dt_image_name(struct dt_image *i, const struct dt_symtab_entry *e);
/** Calls dt_lines_find() for a virtual address of the file. */
size_t dt_image_lines(struct dt_images *s, struct dt_image *i, uint64_t addr,
		      const struct dt_line **ret);
/**
 * Reports whether an unwinder that follows frame pointers misses the caller of the code at an
 * address, because the code keeps no frame pointer there. Returns false if this is unknown.
 */
bool dt_image_hides_caller(struct dt_image *i, uint64_t addr);

#endif
