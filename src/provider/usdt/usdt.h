/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Inside the USDT provider: the files and processes that one session has read, and the locations of
 * arguments at probe sites.
 */
#ifndef DT_PROVIDER_USDT_H
#define DT_PROVIDER_USDT_H

#include "provider/provider.h"
#include "symbols/elf/usdt_notes.h"

struct stat;
struct dt_operand_code;

enum { DT_USDT_ID_BASE = 1 << 23 };

/** A file with probes. */
struct dt_usdt_image {
	struct dt_usdt_file file;
	char *module; // last part of its path
	char *path;   // opens the file as long as the session lives
};

struct dt_usdt_process {
	pid_t pid;
	dt_vec(struct dt_usdt_image *) images;
};

struct dt_usdt_context {
	struct dt_context base; // first, because arg() receives it
	struct dt_registry *registry;
};

/** The provider's state in one session. */
struct dt_usdt {
	dt_vec(struct dt_usdt_image *) files;
	struct dt_map images; // "device inode" → struct dt_usdt_image, or a mark for files without
			      // probes
	dt_vec(struct dt_usdt_process *) processes;
	bool has_scanned; // `processes` has all processes of that time
	unsigned pass;	  // pass of the last dt_usdt_changed()
	pid_t changed;	  // its process
	struct dt_map args_by_bytes;
	dt_vec(const struct dt_site_args *) args; // by index - 1
	struct dt_map probes;			  // by pid, file and names
	struct dt_usdt_context contexts[2];	  // by events and by multi-links
	struct dt_usdt_context in_target;
};

struct dt_usdt *dt_usdt_of(struct dt_registry *r);
/** Returns the process's files with probes; an empty list if the process does not exist. */
struct dt_usdt_process *dt_usdt_process(struct dt_registry *r, pid_t pid);
/** The same for a process that has changed, read again. Forgets the process that changed in an
 *  earlier pass. */
struct dt_usdt_process *dt_usdt_changed(struct dt_registry *r, pid_t pid);
/** Forgets the files of a process, so that it is read again. */
void dt_usdt_forget(struct dt_registry *r, pid_t pid);
/** Reads all processes at the first call. */
void dt_usdt_scan(struct dt_registry *r);
/** Opens a file by its path. Fails if the file cannot be read or has no probes. */
struct dt_error *dt_usdt_open(struct dt_registry *r, const char *path,
			      struct dt_usdt_image **ret) dt_must_use;

/** args.c: returns the argument list of a site's note, and the context that reads arguments. */
const struct dt_site_args *dt_usdt_intern_args(struct dt_registry *r, struct dt_usdt_file *f,
					       const struct dt_usdt_site *s);
const struct dt_context *dt_usdt_context(struct dt_registry *r, enum dt_attach attach);

/** interpret.c: generates code that reads argument `n` as the map describes it for argument list
 *  `list`. */
dt_reg dt_usdt_interpret(struct dt_ir_func *f, unsigned map, dt_reg list, unsigned n);
/** Encodes argument `n` of a list for that map. Returns false if it cannot be read. */
bool dt_usdt_encode(const struct dt_site_args *a, size_t n, struct dt_operand_code *ret);

#endif
