/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * What the files of the USDT provider share: the files and processes that one session has looked
 * at, and the ways in which places keep their arguments.
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
	char *path;   // by which its descriptor can be opened as long as the session lives
};

struct dt_usdt_process {
	pid_t pid;
	dt_vec(struct dt_usdt_image *) images;
};

/** Where one place keeps its arguments; interned: equal ones are one object. */
struct dt_usdt_args {
	uint32_t index; // in dt_usdt.args, + 1: the value of the place (dt_site)
	unsigned pass;	// in which it came to be
	bool is_32;
	size_t n;
	struct dt_operand operands[];
};

struct dt_usdt_context {
	struct dt_context base; // first: arg() gets it
	struct dt_registry *registry;
};

/** What one session has of the provider. */
struct dt_usdt {
	dt_vec(struct dt_usdt_image *) files;
	struct dt_map images; // of `files`: "device inode" → struct dt_usdt_image, or a mark for
			      // files without
	dt_vec(struct dt_usdt_process *) processes;
	bool has_scanned; // `processes` are all that there were
	unsigned pass;	  // the last one that has looked at a process,
	pid_t changed;	  // this one
	struct dt_map args_by_bytes;
	dt_vec(const struct dt_usdt_args *) args;
	struct dt_map probes;		    // by pid, file and names
	struct dt_usdt_context contexts[2]; // by events and by multi-links
};

struct dt_usdt *dt_usdt_of(struct dt_registry *r);
/** The process's files with probes; an empty list if it is not there. */
struct dt_usdt_process *dt_usdt_process(struct dt_registry *r, pid_t pid);
/** The same of one that has changed, as it is now; of one such process at a time. */
struct dt_usdt_process *dt_usdt_changed(struct dt_registry *r, pid_t pid);
/** Look at all processes, once. */
void dt_usdt_scan(struct dt_registry *r);
/** A file by its path; an error if it cannot be read or has no probes. */
struct dt_error *dt_usdt_open(struct dt_registry *r, const char *path,
			      struct dt_usdt_image **ret) dt_must_use;

/** args.c: the object for what the place's note says, and the context that reads by it. */
const struct dt_usdt_args *dt_usdt_intern_args(struct dt_registry *r, struct dt_usdt_file *f,
					       const struct dt_usdt_site *s);
const struct dt_context *dt_usdt_context(struct dt_registry *r, enum dt_attach way);

/** interpret.c: reading argument `n` by what the map says of argument list `list`, and what that
 *  is; false: the argument cannot be read. */
dt_reg dt_usdt_interpret(struct dt_ir_func *f, unsigned map, dt_reg list, unsigned n);
bool dt_usdt_encode(const struct dt_usdt_args *a, size_t n, struct dt_operand_code *ret);

#endif
