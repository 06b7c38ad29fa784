/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Files of which processes have mapped something, and what their addresses are called: each is
 * read once, however many processes map it, when the first address in it must be named.
 *
 * A file is told from others by device, inode and path, and by the time of its last change where
 * that can be seen: a program that was compiled anew is another file. Those of another mount
 * namespace are kept apart, so that a container names the functions of its own files alone. The
 * vDSO of 32-bit processes is another one than that of 64-bit ones.
 *
 * All reading together has a budget of time; what exceeds it stays without names.
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
	int64_t changed;		// ns; 0: not known
	uint64_t checked;		// when that was last asked
	struct dt_proc_mapping mapping; // the one that it was met by; with `path`
	pid_t pid;			// of the process
	struct dt_elf *elf;		// open already where the path does not lead to it from here
	bool is_open, is_read;
	bool awaits; // its debug file, of which a server was asked
	bool is_vdso;
	struct dt_elf_names names;
	struct dt_lines lines;
	struct dt_frames frames;
};

/** Files of which something is missing. */
struct dt_left_out {
	size_t n;
	char *first; // the path of the first; owned
};

/** A zeroed struct has none. */
struct dt_images {
	struct dt_map by_key;
	uint64_t deadline;	    // of the file that is being read
	uint64_t spent;		    // ns
	struct dt_left_out late;    // not read in time
	struct dt_left_out foreign; // another user's program answers for them
	struct dt_left_out large;   // their debug information is too large
	struct dt_fetcher *fetcher; // of debug files; owned; NULL: none
	bool wants_lines;	    // of them, besides symbols
	bool may_wait;		    // for it: nothing is traced any more
};

void dt_images_deinit(struct dt_images *s); // when no mapping is left
/** The file behind a mapping of a process in that mount namespace (dt_mapped_world()); the caller
 *  counts itself in n_users. */
struct dt_image *dt_image_get(struct dt_images *s, pid_t pid, uint64_t world,
			      const struct dt_proc_mapping *m);
/** The last user has gone. */
void dt_image_free(struct dt_images *s, struct dt_image *i);

/** The file, opened if it was not; NULL: it cannot be had. */
const struct dt_elf *dt_image_elf(struct dt_image *i);
/** How frames of its functions are unwound; the caller's. False: it does not say. */
bool dt_image_frames(struct dt_images *s, struct dt_image *i, struct dt_eh_frame *ret);
/** The file's own address of a byte in it; false: not known. Its names are read then. */
bool dt_image_address(struct dt_images *s, struct dt_image *i, uint64_t offset, uint64_t *ret);
/** The same of what lies so far from code at `offset` of the file; false: nothing of the file's. */
bool dt_image_data(struct dt_images *s, struct dt_image *i, uint64_t offset, uint64_t distance,
		   uint64_t *ret);
/** The symbol that contains an address of the file's own, or NULL; its name, which may be NULL. */
const struct dt_symtab_entry *dt_image_symbol(struct dt_image *i, uint64_t addr);
const char *dt_image_name(struct dt_image *i, const struct dt_symtab_entry *e);
/** dt_lines_find() of an address of the file's own. */
size_t dt_image_lines(struct dt_images *s, struct dt_image *i, uint64_t addr,
		      const struct dt_line **ret);
/**
 * Does the code at an address keep no frame pointer there, so that an unwinder which follows them
 * finds not its caller but somebody else's, or nobody's? False also if that is not known.
 */
bool dt_image_hides_caller(struct dt_image *i, uint64_t addr);

#endif
