/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * -x evaltime: how far a command of -c runs before its probes are matched. It was stopped after its
 * exec and now runs to
 *
 *	preinit		the dynamic linker has mapped and bound all libraries; no code of theirs has
 *			run. A static program whose probes may be placed inside of it: main, or
 *			Go's runtime.main
 *	main		constructors have run; without the symbol main, its address is the argument
 *			that the program passes to the C library
 *	postinit	the same; without main, the program's first instruction, after the
 *			constructors of the libraries
 *
 * with a hardware breakpoint, so that the command's code is unchanged. If hardware breakpoints are
 * unavailable, a breakpoint instruction is used. Only programs with pid probes, or programs that
 * set the option, need it.
 *
 * Decision: docs/dev/decisions/0070-launch-by-breakpoint-or-text.md
 * Decision: docs/dev/decisions/0139-go-entries-in-one-instruction.md
 */
#include "session/process/process.h"

#include "arch/arch.h"
#include "arch/ptrace.h"
#include "place/place.h"
#include "symbols/elf/functions.h"
#include "symbols/process/proc.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

enum { START_STEPS = 64 }; // more instructions than any _start has before it calls the C library

/** Data from the auxiliary vector of a new program. */
struct launch {
	pid_t pid;
	bool is_32bit;
	uint64_t entry;		  // the program's entry point
	uint64_t linker;	  // base address of the dynamic linker; 0: none
	bool in_text;		  // its breakpoints are instructions
	struct dt_placer *placer; // traces it; NULL: this process does
};

static int open_file(pid_t pid, const char *name)
{
	dt_cleanup(dt_free_p) char *path = dt_asprintf("/proc/%d/%s", (int)pid, name);

	return open(path, O_RDONLY | O_CLOEXEC);
}

static void read_launch(pid_t pid, struct launch *ret)
{
	dt_cleanup(dt_close_p) int exe = open_file(pid, "exe"), auxv = open_file(pid, "auxv");
	unsigned char ident[EI_NIDENT] = {0};
	uint64_t pair[2];
	size_t word;

	*ret = (struct launch){.pid = pid};
	ret->is_32bit = exe >= 0 && read(exe, ident, sizeof(ident)) == sizeof(ident) &&
			ident[EI_CLASS] == ELFCLASS32;
	word = ret->is_32bit ? 4 : 8;
	for (;;) {
		memset(pair, 0, sizeof(pair));
		if (auxv < 0 || read(auxv, &pair[0], word) != (ssize_t)word ||
		    read(auxv, &pair[1], word) != (ssize_t)word)
			break;
		if (pair[0] == AT_ENTRY)
			ret->entry = pair[1];
		else if (pair[0] == AT_BASE)
			ret->linker = pair[1];
	}
}

/** Resumes the process until its next stop. Delivers the signal *sig and replaces it with the one
 * that stopped the process. */
static struct dt_error *resume_process(pid_t pid, bool one_step, int *sig)
{
	int status;

	if (ptrace(one_step ? PTRACE_SINGLESTEP : PTRACE_CONT, pid, NULL, (long)*sig) < 0 ||
	    waitpid(pid, &status, 0) < 0)
		return dt_error_os(errno, "failed to load process %d", (int)pid);
	if (!WIFSTOPPED(status))
		return dt_error_new(DT_ERR_OTHER,
				    "process %d ended before its libraries were loaded", (int)pid);
	*sig = status >> 16 ? 0 : WSTOPSIG(status);
	return NULL;
}

/** Tests hardware breakpoints: some virtual machines accept them and never stop at them. The first
 * step may still end the exec. */
static struct dt_error *try_breakpoint(struct launch *l)
{
	struct dt_ptrace_breaks b = {.thread = l->pid, .at = {dt_ptrace_pc(l->pid)}, .n = 1};
	bool met = false;

	for (int i = 0; i < 2 && dt_ptrace_break(&b) && !met; i++) {
		DT_TRY(resume_process(l->pid, true, &(int){0}));
		met = dt_ptrace_has_stopped(l->pid);
	}
	dt_ptrace_unbreak(&b);
	l->in_text = !met;
	return NULL;
}

static bool is_at(pid_t pid, const uint64_t at[DT_PTRACE_BREAKPOINTS])
{
	uint64_t pc = dt_ptrace_pc(pid);

	return pc == at[0] || pc == at[1];
}

/** Runs the process to one of two addresses, of which the second may be 0. Delivers signals. */
static struct dt_error *run_to(const struct launch *l, const uint64_t at[DT_PTRACE_BREAKPOINTS],
			       uint64_t *ret)
{
	struct dt_ptrace_breaks b = {l->pid, l->in_text, {at[0], at[1]}, at[1] ? 2 : 1, {0}};
	int sig = 0;

	if (l->placer)
		return dt_place_run(l->placer, l->pid, at, ret);
	while (is_at(l->pid, at)) { // the current address does not count
		sig = sig == SIGTRAP ? 0 : sig;
		DT_TRY(resume_process(l->pid, true, &sig));
	}
	sig = 0;
	if (!dt_ptrace_break(&b))
		return dt_error_os(errno, "failed to stop process %d while it starts", (int)l->pid);
	do {
		DT_TRY(resume_process(l->pid, false, &sig));
		*ret = dt_ptrace_broken(&b);
	} while (!*ret);
	dt_ptrace_unbreak(&b);
	return NULL;
}

/** Finds a function in a file of the process. Writes its address in the file's address space and
 * its offset. */
static bool find_function(pid_t pid, const char *file, const char *name, struct dt_function *ret)
{
	dt_cleanup(dt_free_p) char *path = dt_asprintf("/proc/%d/%s", (int)pid, file);
	struct dt_functions f = {0};
	bool found = false;

	if (dt_functions_read(&f, dt_elf_create(dt_file_open(path), -1, NULL))) {
		dt_vec_foreach (&f.v, fn) {
			if (!found && !strcmp(fn->name, name)) {
				*ret = *fn;
				found = true;
			}
		}
	}
	dt_functions_deinit(&f);
	return found;
}

/** Returns the file of the mapping that begins at an address or, if it is 0, the C library's, as a
 *  path below /proc/PID on the heap, or NULL. */
static char *find_mapped(pid_t pid, uint64_t start)
{
	struct dt_proc_mapping m;
	struct dt_proc_maps maps;
	char *ret = NULL;

	if (!dt_proc_maps_open(&maps, pid))
		return NULL;
	while (!ret && dt_proc_maps_next(&maps, &m))
		if (start ? m.start == start : dt_proc_is_c_library(&m))
			ret = dt_asprintf("root%s", m.path);
	dt_proc_maps_close(&maps);
	return ret;
}

/** The same of the dynamic linker. */
static char *find_linker(const struct launch *l)
{
	return l->linker ? find_mapped(l->pid, l->linker) : NULL;
}

/** The function that the dynamic linker calls after loading; debuggers set a breakpoint there. */
static const char hook_name[] = "_dl_debug_state";

static bool find_hook(const struct launch *l, uint64_t *ret)
{
	dt_cleanup(dt_free_p) char *linker = find_linker(l);
	struct dt_function hook;
	bool found = linker && find_function(l->pid, linker, hook_name, &hook);

	*ret = found ? l->linker + hook.addr : 0;
	return found;
}

bool dt_session_linker_hook(pid_t pid, char **path, uint64_t *offset)
{
	dt_cleanup(dt_free_p) char *linker = NULL;
	struct dt_function hook;
	struct launch l;

	read_launch(pid, &l);
	linker = find_linker(&l);
	// A statically linked program may contain a dynamic linker.
	if (!find_function(pid, linker ? linker : "exe", hook_name, &hook))
		return false;
	*path = dt_asprintf("/proc/%d/%s", (int)pid, linker ? linker : "exe");
	*offset = hook.offset;
	return true;
}

bool dt_session_finder(pid_t pid, char **path, uint64_t *offset)
{
	dt_cleanup(dt_free_p) char *library = NULL;
	struct dt_function finder;
	struct launch l;

	read_launch(pid, &l);
	library = l.linker ? find_mapped(pid, 0) : dt_strdup("exe");
	if (!library || !find_function(pid, library, "_dl_find_object", &finder))
		return false;
	*path = dt_asprintf("/proc/%d/%s", (int)pid, library);
	*offset = finder.offset;
	return true;
}

/** Reports whether the process has mapped code of files other than the program and the linker. */
static bool has_libraries(const struct launch *l)
{
	struct dt_proc_mapping m;
	struct dt_proc_maps maps;
	uint64_t known[2] = {0};
	bool ret = false;

	for (int pass = 0; pass < 2 && dt_proc_maps_open(&maps, l->pid); pass++) {
		while (dt_proc_maps_next(&maps, &m)) {
			if (l->entry >= m.start && l->entry < m.end)
				known[0] = m.inode;
			if (m.start == l->linker)
				known[1] = m.inode;
			ret |= pass && m.is_executable && m.inode && m.inode != known[0] &&
			       m.inode != known[1];
		}
		dt_proc_maps_close(&maps);
	}
	return ret;
}

/** Finds a function of the program by its distance from the first one to run. */
static bool find_from_start(const struct launch *l, const char *start, const char *name,
			    uint64_t *ret)
{
	struct dt_function found, first;

	if (!find_function(l->pid, "exe", name, &found) ||
	    !find_function(l->pid, "exe", start, &first))
		return false;
	*ret = l->entry - first.addr + found.addr;
	return true;
}

static bool find_main(const struct launch *l, uint64_t *ret)
{
	return find_from_start(l, "_start", "main", ret);
}

/** Finds the function of Go's runtime that runs the program in its first goroutine. */
static bool find_go_main(const struct launch *l, uint64_t *ret)
{
	return find_from_start(l, dt_arch.go_start, "runtime.main", ret);
}

/** Runs to the end of the dynamic linker, through the second call of the hook: glibc calls it
 *  before loading and after binding. */
static struct dt_error *run_to_entry(const struct launch *l)
{
	uint64_t at[DT_PTRACE_BREAKPOINTS] = {l->entry, 0}, reached;

	if (find_hook(l, &at[1])) {
		DT_TRY(run_to(l, at, &reached));
		if (reached == l->entry)
			return NULL;
	}
	return run_to(l, at, &reached);
}

/** Runs to the end of the dynamic linker. A static program has none; if its probes may be placed
 * inside, it runs to main, where its threads have the id by which they are recognised. A Go program
 * without the C library sets its own id, even if the dynamic linker has set one. */
static struct dt_error *run_to_preinit(const struct launch *l, bool is_inside)
{
	uint64_t at[DT_PTRACE_BREAKPOINTS] = {0}, reached;

	if (l->linker)
		DT_TRY(run_to_entry(l));
	if (!is_inside || (l->linker && has_libraries(l)))
		return NULL;
	return find_go_main(l, &at[0]) || (!l->linker && find_main(l, &at[0]))
		   ? run_to(l, at, &reached)
		   : NULL;
}

/** Reports whether the address is in code of the program itself. */
static bool is_program_code(const struct launch *l, uint64_t addr)
{
	struct dt_proc_mapping m;
	struct dt_proc_maps maps;
	uint64_t inode = 0, found = 0;

	if (!dt_proc_maps_open(&maps, l->pid))
		return false;
	while (dt_proc_maps_next(&maps, &m)) {
		if (l->entry >= m.start && l->entry < m.end)
			inode = m.inode;
		if (addr >= m.start && addr < m.end && m.is_executable)
			found = m.inode;
	}
	dt_proc_maps_close(&maps);
	return inode && found == inode;
}

/** Steps from the first instruction to the call that passes main to the C library. Writes 0 if the
 * program makes a system call first. */
static struct dt_error *step_to_main(const struct launch *l, uint64_t *ret)
{
	int sig = 0;

	for (int i = 0; i < START_STEPS && !dt_ptrace_at_syscall(l->pid); i++) {
		uint64_t from = dt_ptrace_pc(l->pid);

		DT_TRY(resume_process(l->pid, true, &sig));
		if (sig == SIGTRAP)
			sig = 0;
		if (dt_ptrace_called(l->pid, l->is_32bit, from, ret) && is_program_code(l, *ret))
			return NULL;
	}
	*ret = 0;
	return NULL;
}

/** Runs to main. Without the symbol, main is the address that the first instructions pass to the C
 * library. */
static struct dt_error *run_to_main(const struct launch *l, bool is_required)
{
	uint64_t at[DT_PTRACE_BREAKPOINTS] = {l->entry, 0}, reached;

	if (find_main(l, &at[0]))
		return run_to(l, at, &reached);
	if (l->linker)
		DT_TRY(run_to(l, at, &reached));
	DT_TRY(step_to_main(l, &at[0]));
	if (!at[0] && is_required)
		return dt_error_new(DT_ERR_USAGE,
				    "evaltime=main: the program of process %d has no symbol main, "
				    "and passes none to the C library",
				    (int)l->pid);
	return at[0] ? run_to(l, at, &reached) : NULL;
}

static struct dt_error *load_target(struct dtrace *d, pid_t pid)
{
	struct launch l;

	read_launch(pid, &l);
	DT_TRY(try_breakpoint(&l));
	switch (d->options.v[DT_OPT_evaltime]) {
	case DT_EVALTIME_PREINIT:
		return run_to_preinit(&l, d->targets->placer != NULL);
	case DT_EVALTIME_POSTINIT:
		return run_to_main(&l, false);
	case DT_EVALTIME_MAIN:
		return run_to_main(&l, true);
	default:
		return NULL;
	}
}

struct dt_error *dt_session_image_load(struct dtrace *d, pid_t pid)
{
	struct launch l;

	read_launch(pid, &l);
	if (l.is_32bit)
		return dt_error_new(DT_ERR_PROC_GRAB, "process %d runs 32-bit code", (int)pid);
	l.placer = d->targets->placer;
	return run_to_preinit(&l, true);
}

struct dt_error *dt_session_targets_load(struct dtrace *d)
{
	dt_vec_foreach (&d->targets->list, t) {
		if (!t->waiting || t->loaded)
			continue;
		DT_TRY(load_target(d, t->pid));
		t->loaded = true;
	}
	return NULL;
}
