/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Inside the pid provider:
 *
 *	pid.c      what a description asks for, which processes and files
 *	files.c    files that processes have mapped, what their IFUNCs have chosen
 *	function.c the probes of one function
 *	context.c  what programs read when they fire
 *	execute.c  instructions that the programs execute themselves
 *	frame.c    who called the function
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
	const char *path; // under which the kernel finds it, whatever becomes of its name
	bool is_elf;	  // of this machine
	bool is_foreign;  // not read: another user's program answers for it
	struct dt_functions functions;
	bool tried_types;
	struct dt_dwarf_source *types; // NULL: it has no debug information
};

/** files.c: the file behind the mapping; NULL if it cannot be opened. */
struct dt_pid_file *dt_pid_file(struct dt_registry *r, const struct dt_process_code *p,
				const struct dt_code_mapping *m);
/** The function that the process has chosen for an IFUNC of the file behind `m`; false: it has not
 *  chosen yet, or what it has chosen does not begin where the file has a function. The process can
 *  write there what it likes, and the probe may be for all that map the file. */
bool dt_pid_chosen(struct dt_registry *r, const struct dt_process_code *p,
		   const struct dt_code_mapping *m, const struct dt_function *ifunc,
		   struct dt_function *ret);

enum dt_pid_kind { DT_PID_ENTRY, DT_PID_RETURN, DT_PID_OFFSET, DT_N_PID_KINDS };

/** What a probe was made of; dt_probe.own. */
struct dt_pid_origin {
	struct dt_pid_file *file;
	uint64_t addr;	  // of the function, as the file counts
	const char *name; // the linker's
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
	enum dt_insn_kind executes;	  // what the program may execute itself; OTHER: nothing
};

/** What one session has of the provider. */
struct dt_pid {
	struct dt_map probes; // by place and names
	struct dt_map files;  // by device and inode: struct dt_pid_file
	struct dt_map seen;   // by file and provider: the pass in which it was visited, + 1
	/** Of native and other programs, which end as clauses do or execute the instruction, by
	 *  events and by multi-links. */
	struct dt_pid_context contexts[DT_N_PID_KINDS][2][2][2];
};
struct dt_pid *dt_pid_of(struct dt_registry *r);

/** Of dt_pid_context.base. */
const struct dt_machine *dt_pid_machine(const struct dt_context *self);
/** context.c. `executed`: the program of an entry may have to execute the instruction; that of a
 *  return always may. */
const struct dt_context *dt_pid_context(struct dt_registry *r, enum dt_pid_kind kind,
					const struct dt_machine *m, enum dt_attach way,
					bool executed);

/** execute.c: can programs of this kernel do that? Found by trying, once per session. What they
 *  end with (dt_context.finish) where a place is marked (dt_site.executed). */
bool dt_pid_executes(struct dt_registry *r);
void dt_pid_execute(const struct dt_context *self, struct dt_ir_func *f);

/** What is known of the stack frame at a place within a function: dt_site.value of the
 * instruction's probe; 0: nothing. */
enum dt_place_frame {
	DT_FRAME_KNOWN = 1,  // the return address lies at a register +
	DT_FRAME_BP = 2,     // which is the frame pointer, else the stack pointer
	DT_FRAME_MISSED = 4, // the kernel's unwinder misses the caller
	DT_FRAME_SHIFT = 3,  // the number of bytes behind these
};

/** frame.c: does the kernel's unwinder miss the caller at the entry, if it is probed at this
 *  offset? What is known of the frame at an instruction: enum dt_place_frame. */
bool dt_pid_entry_missed(struct dt_registry *r, const struct dt_insn *in);
uint32_t dt_pid_place_frame(struct dt_registry *r, struct dt_functions *file,
			    const struct dt_function *fn, const struct dt_insn *in);
/** Accessors for dt_context.caller and caller_missed: at entry and return, at an instruction. */
dt_reg dt_pid_top_caller(const struct dt_context *self, struct dt_ir_func *f);
dt_reg dt_pid_entry_caller_missed(const struct dt_context *self, struct dt_ir_func *f);
dt_reg dt_pid_return_caller_missed(const struct dt_context *self, struct dt_ir_func *f);
dt_reg dt_pid_place_caller(const struct dt_context *self, struct dt_ir_func *f);
dt_reg dt_pid_place_missed(const struct dt_context *self, struct dt_ir_func *f);

/** The walk of one description over one process; function.c needs most of it. */
struct dt_pid_walk {
	struct dt_registry *r;
	struct dt_pid *state;
	const struct dt_probe_query *query;
	const struct dt_probe_sink *sink;
	const struct dt_provider *owner; // of the probes
	const char *provider;		 // what they call it
	const struct dt_process_code *process;
	const struct dt_code_mapping *map; // that is walked
	struct dt_pid_file *file;	   // the one behind it
	pid_t changed;	    // the process to look at while tracing; 0: before, at all
	pid_t site_pid;	    // 0: the probes are of all processes
	enum dt_attach way; // dt_uprobe_way() of it
	bool has_offset;    // the name is the offset of an instruction
	uint64_t offset;
	// What the description has found: without a probe, an error says what is missing.
	bool has_module, has_function, has_probe, is_misaligned;
	bool is_foreign;     // a module that fits was not read (dt_pid_file.is_foreign)
	int failed;	     // why one could not be opened: EMFILE, ENFILE; 0: none
	const char *refused; // why the last place was skipped
};

/** Offer the probes of a function that the description names, by the name `name`. */
void dt_pid_visit_function(struct dt_pid_walk *w, const struct dt_function *fn, const char *name);
/** Offer what stands for the probes of files that are mapped later. */
void dt_pid_retain(struct dt_pid_walk *w, const struct dt_machine *m);
/** Offer the one at an address of the file: the function is "-". */
void dt_pid_visit_address(struct dt_pid_walk *w, uint64_t addr);

extern const struct dt_provider dt_provider_pid;

#endif
