/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Inside the pid provider:
 *
 *	pid.c      matches descriptions against processes and files
 *	files.c    files that processes have mapped, functions that IFUNCs have chosen
 *	function.c the probes of one function
 *	context.c  values that programs read when their probes fire
 *	execute.c  instructions that the programs execute themselves
 *	frame.c    the function's caller
 *	types.c    the types of args[]
 */
#ifndef DT_PROVIDER_PID_INTERNAL_H
#define DT_PROVIDER_PID_INTERNAL_H

#include "arch/insn.h"
#include "provider/process/code.h"
#include "provider/registers.h"
#include "provider/uprobe/uprobe.h"
#include "symbols/elf/functions.h"
#include "symbols/process/proc.h"
#include "types/dwarf/source.h"

/** An ELF file, read once per session. */
struct dt_pid_file {
	const char *path; // opens the file even if it is renamed or deleted
	bool is_elf;	  // of this machine
	bool is_foreign;  // not read: another user's program serves it
	struct dt_functions functions;
	bool tried_types;
	struct dt_dwarf_source *types; // NULL: no debug information
};

/** files.c: returns the mapped file, or NULL with errno if it cannot be opened. */
struct dt_pid_file *dt_pid_file(struct dt_registry *r, const struct dt_process_code *p,
				const struct dt_code_mapping *m);
/** Finds the function that the process has chosen for an IFUNC of the file of `m`. Returns false if
 *  it has not chosen yet, or if its choice is not the beginning of a function of the file. That
 *  check is necessary because the process can change the choice arbitrarily, and the probe may be
 *  for all processes that map the file. */
bool dt_pid_chosen(struct dt_registry *r, const struct dt_process_code *p,
		   const struct dt_code_mapping *m, const struct dt_function *ifunc,
		   struct dt_function *ret);

enum dt_pid_kind { DT_PID_ENTRY, DT_PID_RETURN, DT_PID_OFFSET, DT_N_PID_KINDS };

/** The origin of a probe; dt_probe.own. */
struct dt_pid_origin {
	struct dt_pid_file *file;
	uint64_t addr;	  // the function's virtual address in the file
	const char *name; // its linker name
	enum dt_pid_kind kind;
};

/** types.c: dt_provider.types. */
const char *dt_pid_types(struct dt_registry *r, struct dt_probe *p);
/** types.c: dt_provider.misses. */
const char *dt_pid_misses(struct dt_registry *r, const struct dt_probe *p, unsigned n);

/** The context of a pid probe. */
struct dt_pid_context {
	struct dt_context base;
	const struct dt_machine *machine; // of the process's program
	enum dt_insn_kind executes;	  // the program may execute this kind; OTHER: none
};

/** The provider's state in one session. */
struct dt_pid {
	struct dt_map probes; // by site and names
	struct dt_map files;  // by device and inode: struct dt_pid_file
	struct dt_map seen;   // by file and provider: the pass in which it was visited, + 1
	/** Indices: kind; native or compat process; does not execute the instruction or does; by
	 *  events or by multi-links. */
	struct dt_pid_context contexts[DT_N_PID_KINDS][2][2][2];
	struct dt_pid_context in_target[DT_N_PID_KINDS];
};
struct dt_pid *dt_pid_of(struct dt_registry *r);

/** Returns the machine of a dt_pid_context, given its base. */
const struct dt_machine *dt_pid_machine(const struct dt_context *self);
/** context.c: returns the context of such probes. `executed`: the program of an entry may have to
 *  execute the instruction; the program of a return always may. */
const struct dt_context *dt_pid_context(struct dt_registry *r, enum dt_pid_kind kind,
					const struct dt_machine *m, enum dt_attach attach,
					bool executed);

/** execute.c: dt_context.finish; executes the instruction if the site is marked (dt_site.executed).
 */
void dt_pid_execute(const struct dt_context *self, struct dt_ir_func *f);

/** The stack frame at an instruction within a function: dt_site.value of the instruction's probe;
 *  0: unknown. */
enum dt_insn_frame {
	DT_FRAME_KNOWN = 1,  // the return address is at a register + an offset
	DT_FRAME_BP = 2,     // the register is the frame pointer, else the stack pointer
	DT_FRAME_MISSED = 4, // the kernel's unwinder misses the caller if no frame is set up
	DT_FRAME_LINK = 8,   // the return address is in the link register; no frame is set up
	DT_FRAME_SHIFT = 4,  // position of the offset in bytes, above these bits
};

/** frame.c: reports whether the kernel's unwinder misses the caller at an entry that is probed at
 *  this instruction. */
bool dt_pid_entry_missed(struct dt_registry *r, const struct dt_insn *in);
/** frame.c: returns the frame at an instruction as enum dt_insn_frame. */
uint32_t dt_pid_insn_frame(struct dt_registry *r, struct dt_functions *file,
			   const struct dt_function *fn, const struct dt_insn *in);
/** Accessors for dt_context.caller and caller_missed: top at entry and return, place at an
 *  instruction. */
dt_reg dt_pid_top_caller(const struct dt_context *self, struct dt_ir_func *f);
dt_reg dt_pid_entry_caller_missed(const struct dt_context *self, struct dt_ir_func *f);
dt_reg dt_pid_return_caller_missed(const struct dt_context *self, struct dt_ir_func *f);
dt_reg dt_pid_insn_caller(const struct dt_context *self, struct dt_ir_func *f);
dt_reg dt_pid_insn_missed(const struct dt_context *self, struct dt_ir_func *f);

/** The walk of one description over one process. */
struct dt_pid_walk {
	struct dt_registry *r;
	struct dt_pid *state;
	const struct dt_probe_query *query;
	const struct dt_probe_sink *sink;
	const struct dt_provider *owner; // of the probes
	const char *provider;		 // its name in the probes
	const struct dt_process_code *process;
	const struct dt_code_mapping *map; // mapping being visited
	struct dt_pid_file *file;	   // its file
	dt_vec(uint64_t) chosen;	   // offsets of the code that visited IFUNCs have chosen
	pid_t changed;	// the changed process, while tracing; 0: before tracing, all processes
	pid_t site_pid; // 0: the probes are in all processes
	enum dt_attach attach; // dt_uprobe_attach_kind() of site_pid
	bool has_offset;       // the name is the offset of an instruction
	uint64_t offset;
	// Results so far: if there is no probe, the error message names what is missing.
	bool has_module, has_function, has_probe, is_misaligned;
	bool is_foreign;     // a matching module was not read (dt_pid_file.is_foreign)
	int failed;	     // EMFILE or ENFILE if a file could not be opened; else 0
	const char *refused; // why the last site was skipped
};

/** Reports the matching probes of a function under the name `name`. */
void dt_pid_visit_function(struct dt_pid_walk *w, const struct dt_function *fn, const char *name);
/** Reports the retained probes, which represent probes of files that are mapped later. */
void dt_pid_retain(struct dt_pid_walk *w, const struct dt_machine *m);
/** Reports the probe at a virtual address of the file; its function is "-". */
void dt_pid_visit_address(struct dt_pid_walk *w, uint64_t addr);

extern const struct dt_provider dt_provider_pid;

#endif
