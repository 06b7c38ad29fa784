/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The pid provider: pidN:MODULE:FUNCTION:entry, :return and :OFFSET in one 64-bit process.
 *
 * Probes come into being when a description names them: the files that the process has mapped
 * executable are read, and of the functions that match, the code. Each place in the code gets a
 * uprobe for the process alone, with the probe's number as the cookie; `return` has one on every
 * ret, never the kernel's return probe, which breaks exceptions and Go programs. An entry probe on
 * endbr64 is moved to the instruction behind it, where the registers are the same, unless that is
 * the target of a jump.
 *
 * Never probed are instructions that a uprobe may execute wrongly (symbols/insn.c), and all but the
 * first of a function whose bytes are not instructions throughout. Libraries that are mapped after
 * the description was matched are not seen, nor is what the process executes by a later exec.
 */
#include "provider/provider.h"
#include "provider/uprobe.h"

#include "base/str.h"
#include "symbols/functions.h"
#include "symbols/insn.h"

#include <ctype.h>
#include <errno.h>
#include <linux/bpf.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/user.h>
#include <unistd.h>

enum {
	N_ARG_REGS = 6,
};

extern const struct dt_provider dt_provider_pid;

// ---- contexts: struct pt_regs

static dt_reg cookie(struct dt_ir_func *f)
{
	return dt_ir_helper(f, BPF_FUNC_get_attach_cookie, 1, dt_ir_ctx(f));
}

static dt_reg probe_id(struct dt_ir_func *f, const uint32_t *probes, size_t n)
{
	if (n == 1)
		return dt_ir_const(f, probes[0]);
	return dt_ir_bini(f, DT_IR_AND, cookie(f), UINT32_MAX);
}

static dt_reg load_reg(struct dt_ir_func *f, int64_t offset)
{
	return dt_ir_load(f, 8, dt_ir_ctx(f), offset);
}

static dt_reg entry_arg(struct dt_ir_func *f, unsigned n)
{
	static const int64_t regs[N_ARG_REGS] = {
	    offsetof(struct user_regs_struct, rdi), offsetof(struct user_regs_struct, rsi),
	    offsetof(struct user_regs_struct, rdx), offsetof(struct user_regs_struct, rcx),
	    offsetof(struct user_regs_struct, r8),  offsetof(struct user_regs_struct, r9),
	};

	return n < N_ARG_REGS ? load_reg(f, regs[n]) : dt_ir_const(f, 0);
}

static dt_reg return_arg(struct dt_ir_func *f, unsigned n)
{
	if (n == 0)
		return dt_ir_bini(f, DT_IR_SHR, cookie(f), DT_COOKIE_SHIFT);
	return n == 1 ? load_reg(f, offsetof(struct user_regs_struct, rax)) : dt_ir_const(f, 0);
}

static dt_reg uregs(struct dt_ir_func *f)
{
	return dt_ir_helper(f, BPF_FUNC_task_pt_regs, 1,
			    dt_ir_helper(f, BPF_FUNC_get_current_task_btf, 0));
}

enum kind { ENTRY, RETURN, OFFSET, N_KINDS };

#define CONTEXT(name_, attach_type_, arg_)                                                    \
	{                                                                                     \
		.name = name_, .bpf_type = BPF_PROG_TYPE_KPROBE, .attach_type = attach_type_, \
		.probe_id = probe_id, .arg = arg_, .uregs = uregs                             \
	}

/** By the way of attaching (dt_uprobe_multi()) and the kind of probe. */
static const struct dt_context contexts[2][N_KINDS] = {
    {
	[ENTRY] = CONTEXT("function entry", 0, entry_arg),
	[RETURN] = CONTEXT("function return", 0, return_arg),
	[OFFSET] = CONTEXT("instruction", 0, NULL),
    },
    {
	[ENTRY] = CONTEXT("function entry", DT_UPROBE_MULTI, entry_arg),
	[RETURN] = CONTEXT("function return", DT_UPROBE_MULTI, return_arg),
	[OFFSET] = CONTEXT("instruction", DT_UPROBE_MULTI, NULL),
    },
};
#undef CONTEXT

// ---- matching

struct walk {
	struct dt_registry *r;
	const struct dt_probe_query *query;
	const struct dt_probe_sink *sink;
	const char *module, *path; // of the file that is walked
	pid_t pid;
	bool has_module, has_function;
};

static bool is_literal(const char *field)
{
	return field && *field && !dt_glob_is(field);
}

/** The probe of that name: the one that exists, or a new one. */
static struct dt_probe *make_probe(struct walk *w, const struct dt_function *fn, const char *name,
				   enum kind kind, const struct dt_site *sites, size_t n)
{
	dt_cleanup(dt_free_p) char *key = dt_asprintf(
	    "%llx %s %s %s", (unsigned long long)sites->offset, w->path, fn->name, name);
	struct dt_probe *p = dt_map_get_str(&w->r->pid_probes, key);
	struct dt_site *copy;

	if (p)
		return p;
	p = dt_registry_add(w->r, &dt_provider_pid,
			    dt_provider_pid.id_base + (uint32_t)w->r->pid_probes.len, w->module,
			    fn->name, name);
	p->prov = dt_intern(w->r->names, w->query->provider);
	p->context = &contexts[dt_uprobe_multi(w->r)][kind];
	copy = dt_arena_array(w->r->arena, struct dt_site, n);
	memcpy(copy, sites, n * sizeof(*sites));
	p->data[0] = (uintptr_t)copy;
	p->data[1] = n;
	dt_map_put_str(&w->r->pid_probes, key, p);
	return p;
}

static void offer(struct walk *w, const struct dt_function *fn, const char *name, enum kind kind,
		  const struct dt_site *sites, size_t n)
{
	if (n && dt_query_field(w->query->name, name))
		w->sink->found(w->sink->self, make_probe(w, fn, name, kind, sites, n));
}

static struct dt_site site_at(const struct walk *w, const struct dt_function *fn, uint32_t offset)
{
	return (struct dt_site){w->path, fn->offset + offset, offset, w->pid};
}

static void offer_entry(struct walk *w, const struct dt_function *fn, const struct dt_insns *insns)
{
	const struct dt_insn *in = insns->v.data;
	size_t n = insns->v.len;
	struct dt_site s;

	if (n > 1 && in->is_endbr && in[1].is_safe && !in[1].is_target)
		in++;
	s = site_at(w, fn, in->offset);
	offer(w, fn, "entry", ENTRY, &s, n && in->is_safe);
}

static void visit_function(struct walk *w, const struct dt_function *fn)
{
	struct dt_insns insns = {0};
	dt_vec(struct dt_site) returns = {0};
	bool whole = dt_insns_read(&insns, fn->code, fn->size);

	w->has_function = true;
	if (insns.v.len)
		offer_entry(w, fn, &insns);
	if (!whole)
		insns.v.len = 0;
	dt_vec_foreach (&insns.v, in)
		if (in->is_return && in->is_safe)
			dt_vec_push(&returns, site_at(w, fn, in->offset));
	offer(w, fn, "return", RETURN, returns.data, returns.len);
	dt_vec_foreach (&insns.v, in) {
		struct dt_site s = site_at(w, fn, in->offset);
		char name[16];

		snprintf(name, sizeof(name), "%x", in->offset);
		offer(w, fn, name, OFFSET, &s, in->is_safe);
	}
	dt_vec_deinit(&returns);
	dt_insns_deinit(&insns);
}

/** The functions that match, each by the first of its names that does. */
static void visit_file(struct walk *w)
{
	struct dt_functions functions = {0};
	uint64_t last = UINT64_MAX;

	if (dt_functions_read(&functions, w->path)) {
		dt_vec_foreach (&functions.v, fn) {
			if (fn->offset == last || !dt_query_field(w->query->function, fn->name))
				continue;
			last = fn->offset;
			visit_function(w, fn);
		}
	}
	dt_functions_deinit(&functions);
}

/** "libc" and "libc.so" are libc.so.6, "a.out" is the executable. */
static bool is_module(const char *pattern, const char *name, bool is_executable)
{
	const char *so = strstr(name, ".so");
	size_t stem = so ? (size_t)(so - name) : 0;

	if (dt_query_field(pattern, name) || (is_executable && !strcmp(pattern, "a.out")))
		return true;
	return so && !strncmp(pattern, name, stem) &&
	       (!pattern[stem] || !strcmp(pattern + stem, ".so"));
}

/** One line of /proc/PID/maps; `before` is the path of the one above. */
static void visit_mapping(struct walk *w, const struct stat *exe, const char *line)
{
	char perms[8], name[4096];
	struct stat st;

	if (sscanf(line, "%*s %7s %*s %*s %*s %4095[^\n]", perms, name) != 2 || perms[2] != 'x' ||
	    name[0] != '/')
		return;
	w->path = dt_arena_printf(w->r->arena, "/proc/%d/root%s", (int)w->pid, name);
	w->module = strrchr(name, '/') + 1;
	if (stat(w->path, &st) || !S_ISREG(st.st_mode) ||
	    !is_module(w->query->module ? w->query->module : "", w->module,
		       st.st_dev == exe->st_dev && st.st_ino == exe->st_ino))
		return;
	w->has_module = true;
	visit_file(w);
}

static struct dt_error *missing(const struct walk *w)
{
	const struct dt_probe_query *q = w->query;

	if (is_literal(q->module) && !w->has_module)
		return dt_error_new(DT_ERR_USAGE, "process %d has no module %s", (int)w->pid,
				    q->module);
	if (is_literal(q->function) && !w->has_function)
		return dt_error_new(DT_ERR_USAGE, "process %d: no function %s in %s", (int)w->pid,
				    q->function,
				    q->module && *q->module ? q->module : "any module");
	return NULL;
}

/** The files of a process are of one kind, that of its executable. */
static struct dt_error *check_executable(pid_t pid, struct stat *exe)
{
	dt_cleanup(dt_free_p) char *path = dt_asprintf("/proc/%d/exe", (int)pid);
	struct dt_functions f = {0};
	bool ok;

	if (stat(path, exe))
		return dt_error_os(errno, "process %d cannot be examined", (int)pid);
	ok = dt_functions_read(&f, path);
	dt_functions_deinit(&f);
	if (!ok)
		return dt_error_new(DT_ERR_UNSUPPORTED,
				    "process %d is not a 64-bit program: pid probes of 32-bit "
				    "programs are not served yet",
				    (int)pid);
	return NULL;
}

static struct dt_error *match_process(struct walk *w)
{
	dt_cleanup(dt_free_p) char *path = dt_asprintf("/proc/%d/maps", (int)w->pid);
	dt_cleanup(dt_free_p) char *line = NULL;
	size_t size = 0;
	struct stat exe;
	FILE *maps;

	if (kill(w->pid, 0) && errno == ESRCH)
		return dt_error_new(DT_ERR_USAGE, "process %d does not exist", (int)w->pid);
	DT_TRY(check_executable(w->pid, &exe));
	maps = fopen(path, "re");
	if (!maps)
		return dt_error_os(errno, "process %d cannot be examined", (int)w->pid);
	while (getline(&line, &size, maps) > 0)
		visit_mapping(w, &exe, line);
	fclose(maps);
	return missing(w);
}

static struct dt_error *match(struct dt_registry *r, const struct dt_probe_query *q,
			      const struct dt_probe_sink *sink)
{
	struct walk w = {.r = r, .query = q, .sink = sink};
	char *end;
	unsigned long pid;

	if (!q->provider || strncmp(q->provider, "pid", 3) != 0 ||
	    !isdigit((unsigned char)q->provider[3]))
		return NULL;
	pid = strtoul(q->provider + 3, &end, 10);
	if (*end)
		return NULL;
	if (!pid || pid > INT32_MAX)
		return dt_error_new(DT_ERR_USAGE, "%s names no process", q->provider);
	w.pid = (pid_t)pid;
	return match_process(&w);
}

static struct dt_probe *by_id(struct dt_registry *r, uint32_t id)
{
	return dt_registry_known(r, id);
}

const struct dt_provider dt_provider_pid = {
    .name = "pid",
    .id_base = 1 << 24,
    .id_count = 1 << 28,
    .attributes = {"Evolving/Evolving/ISA", "Private/Private/Unknown", "Private/Private/Unknown",
		   "Evolving/Evolving/ISA", "Private/Private/Unknown"},
    .mechanism = "uprobes: one multi-link per file, or perf events",
    .match = match,
    .by_id = by_id,
    .attach = dt_uprobe_attach,
    .doc = "the functions of a 64-bit process: pidN:module:function:entry, return, or the offset "
	   "of an instruction in hexadecimal; without a name, all of these. The module is the name "
	   "of a mapped file, a.out the executable, libc stands for libc.so.6. At entry, arg0 to "
	   "arg5 are the integer arguments; at return, arg0 is the offset of the instruction that "
	   "returns and arg1 the value.",
    .example = "pid$target:libc:malloc:entry { @ = quantize(arg0); }",
};
