/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Loads programs: replaces map indices by descriptors, adds the types of functions, and passes the
 * program to the kernel's verifier. The first attempt is made without a log, which is several times
 * faster. If the kernel rejects the program, a second attempt gets a log, and the instruction at
 * its end identifies the line of the D source.
 *
 * Decision: docs/dev/decisions/0051-incoming-thread-as-curthread.md
 */
#include "ebpf/ebpf.h"

#include "ebpf/kernel/btf.h"
#include "ebpf/kernel/sys.h"
#include "keeper/link.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
	LOG_SIZE = 1 << 24, // untouched pages cost nothing
	LOG_LEVEL = 1 | 4,  // the rejected path, and statistics
	LOG_LINES_SHOWN = 6,
	RUN_CONTEXT = 12 * 8, // a raw tracepoint has at most 12 arguments
};

/** The kernel's program type for each kind of attachment. */
static const struct {
	uint32_t type, expected; // BPF_PROG_TYPE_*; expected_attach_type or 0
} kinds[DT_N_ATTACHES] = {
    [DT_ATTACH_RAW_TRACEPOINT] = {BPF_PROG_TYPE_RAW_TRACEPOINT, 0},
    [DT_ATTACH_TYPED_TRACEPOINT] = {BPF_PROG_TYPE_TRACING, BPF_TRACE_RAW_TP},
    [DT_ATTACH_TRACE_EVENT] = {BPF_PROG_TYPE_TRACEPOINT, 0},
    [DT_ATTACH_PERF_EVENT] = {BPF_PROG_TYPE_PERF_EVENT, 0},
    [DT_ATTACH_KPROBE] = {BPF_PROG_TYPE_KPROBE, 0},
    [DT_ATTACH_KPROBES] = {BPF_PROG_TYPE_KPROBE, DT_BPF_KPROBE_MULTI},
    [DT_ATTACH_SESSION] = {BPF_PROG_TYPE_KPROBE, DT_BPF_KPROBE_SESSION},
    [DT_ATTACH_UPROBE] = {BPF_PROG_TYPE_KPROBE, 0},
    [DT_ATTACH_UPROBES] = {BPF_PROG_TYPE_KPROBE, DT_UPROBE_MULTI},
};

static struct dt_error *resolve_maps(struct bpf_insn *insns, size_t n, const struct dt_maps *m)
{
	for (size_t i = 0; i < n; i++) {
		struct bpf_insn *insn = &insns[i];

		if (insn->code != (BPF_LD | BPF_IMM | BPF_DW))
			continue;
		if (insn->src_reg == BPF_PSEUDO_MAP_FD || insn->src_reg == BPF_PSEUDO_MAP_VALUE) {
			if ((size_t)insn->imm >= m->n || m->fds[insn->imm] < 0)
				return dt_error_new(DT_ERR_OTHER,
						    "internal error: the program uses map %d, "
						    "which was not created",
						    insn->imm);
			insn->imm = m->fds[insn->imm];
		}
		i++; // skips the second half of a 64-bit load
	}
	return NULL;
}

/** Describes all functions. The kernel requires their types if a program has more than one. */
static struct dt_error *describe_functions(const struct dt_ir_prog *p, const struct dt_bpf_code *c,
					   struct dt_maps *m, struct bpf_func_info **ret)
{
	if (!m->btf)
		DT_TRY(dt_btf_create(m->strsize, NULL, 0, &m->btf, &m->btf_fd));
	struct bpf_func_info *info = dt_zalloc(c->n_funcs * sizeof(*info));
	for (size_t i = 0; i < c->n_funcs; i++) {
		const struct dt_bpf_func *f = &c->funcs[i];
		unsigned n_params = f->runtime ? 0 : p->funcs.data[f->index]->n_params;

		if (f->index == 0 && !f->runtime)
			n_params = 1;
		info[i].insn_off = (uint32_t)f->start;
		info[i].type_id = f->runtime ? m->btf->runtime[f->index] : m->btf->local[n_params];
	}
	*ret = info;
	return NULL;
}

/** Returns the number in the last line of the log that begins with "N: (", or -1 if there is none.
 */
static long refused_insn(const char *log)
{
	long last = -1;

	for (const char *line = log; line; line = strchr(line, '\n')) {
		char *end;

		line += *line == '\n';
		long n = strtol(line, &end, 10);
		if (end != line && !strncmp(end, ": (", 3))
			last = n;
	}
	return last;
}

/** Returns the last lines of the log before the statistics at its end. */
static char *tail_of(const char *log)
{
	size_t len = strlen(log);
	const char *stats = strstr(log, "\nverification time");

	if (!stats)
		stats = strstr(log, "\nprocessed ");
	if (stats)
		len = (size_t)(stats - log);
	while (len && log[len - 1] == '\n')
		len--;
	size_t start = len;
	for (int lines = 0; start && lines < LOG_LINES_SHOWN; start--) {
		if (log[start - 1] == '\n' && ++lines == LOG_LINES_SHOWN)
			break;
	}
	return dt_asprintf("%.*s", (int)(len - start), log + start);
}

static struct dt_error *verifier_error(const struct dt_ir_prog *p, const struct dt_bpf_code *c,
				       int os_errno, const char *log)
{
	long n = refused_insn(log);
	dt_cleanup(dt_free_p) char *tail = tail_of(log);
	const struct dt_ir_loc *loc = NULL;
	const char *function = "";
	dt_cleanup(dt_free_p) char *where = NULL;

	for (size_t f = 0; n >= 0 && f < c->n_funcs; f++) {
		if (c->funcs[f].start <= (size_t)n)
			function = c->funcs[f].name;
	}
	// Code before the first clause has no line: take the next instruction that has one.
	for (size_t i = n < 0 ? c->n : (size_t)n; i < c->n && !loc; i++) {
		if (c->locs[i] && c->locs[i]->line)
			loc = c->locs[i];
	}
	if (loc)
		where = dt_asprintf("%s%sline %u", loc->file ? loc->file : "",
				    loc->file ? ", " : "", loc->line);
	else
		where = dt_asprintf("program %s", p->name);
	struct dt_error *err = dt_error_new(
	    DT_ERR_VERIFIER, "%s: the kernel refused the program (%s; instruction %ld in %s): %s",
	    where, strerror(os_errno), n, function, tail);
	err->os_errno = os_errno;
	return err;
}

/** Reports whether the verifier has, or may have, rejected the program. It returns ENOMEM, too, if
 * a program grows too long while it is patched. */
static bool is_load_refusal(int os_errno)
{
	return os_errno != EPERM && os_errno != ENOSYS && os_errno != EMFILE && os_errno != ENFILE;
}

/** Reports whether the verifier gave up because the program is too complex: a million steps,
 *  thousands of pending branches, jumps that became too long, or lack of memory. */
static bool is_too_complex(int os_errno)
{
	return os_errno == E2BIG || os_errno == EFAULT || os_errno == ENOMEM || os_errno == ENOSPC;
}

static struct dt_error *load_code(const struct dt_ir_prog *p, const struct dt_bpf_code *c,
				  union bpf_attr *attr, bool want_log, bool may_retry, int *fd,
				  char **log)
{
	if (!want_log) {
		*fd = dt_sys_bpf(BPF_PROG_LOAD, attr);
		if (*fd >= 0)
			return NULL;
		if (!is_load_refusal(errno))
			return dt_sys_error(errno, "load program %s", p->name);
		if (may_retry && is_too_complex(errno))
			return dt_error_new(DT_ERR_TOO_COMPLEX, "program %s is too complex",
					    p->name);
	}
	dt_cleanup(dt_free_p) char *text = dt_malloc(LOG_SIZE);
	text[0] = '\0';
	attr->log_level = LOG_LEVEL;
	attr->log_buf = (uint64_t)(uintptr_t)text;
	attr->log_size = LOG_SIZE;
	*fd = dt_sys_bpf(BPF_PROG_LOAD, attr);
	int os_errno = errno;
	text[LOG_SIZE - 1] = '\0';
	if (want_log && log)
		*log = dt_strdup(text);
	if (*fd >= 0)
		return NULL;
	if (may_retry && is_too_complex(os_errno))
		return dt_error_new(DT_ERR_TOO_COMPLEX, "program %s is too complex", p->name);
	if (!is_load_refusal(os_errno) || !text[0])
		return dt_sys_error(os_errno, "load program %s (%zu instructions)", p->name, c->n);
	return verifier_error(p, c, os_errno, text);
}

struct dt_error *dt_bpf_load(const struct dt_ir_prog *p, struct dt_bpf_code *c, struct dt_maps *m,
			     bool want_log, bool may_retry, int *fd, char **log)
{
	size_t size = c->n * sizeof(*c->insns);
	dt_cleanup(dt_free_p) struct bpf_insn *insns = memcpy(dt_malloc(size), c->insns, size);
	dt_cleanup(dt_free_p) struct bpf_func_info *info = NULL;
	union bpf_attr attr = {
	    .prog_type = kinds[p->attach].type,
	    .expected_attach_type = kinds[p->attach].expected,
	    .attach_btf_id = c->prototype,
	    .insn_cnt = (uint32_t)c->n,
	    .prog_flags = c->sleeps ? BPF_F_SLEEPABLE : 0,
	};
	int loaded;

	DT_TRY(resolve_maps(insns, c->n, m));
	if (c->n_funcs > 1) {
		DT_TRY(describe_functions(p, c, m, &info));
		attr.prog_btf_fd = (uint32_t)m->btf_fd;
		attr.func_info = (uint64_t)(uintptr_t)info;
		attr.func_info_cnt = (uint32_t)c->n_funcs;
		attr.func_info_rec_size = sizeof(*info);
	}
	dt_sys_name(attr.prog_name, p->name);
	attr.insns = (uint64_t)(uintptr_t)insns;
	attr.license = (uint64_t)(uintptr_t) "Dual BSD/GPL";
	DT_TRY(load_code(p, c, &attr, want_log, may_retry, &loaded, log));
	*fd = loaded;
	return NULL;
}

struct dt_error *dt_bpf_run(int prog_fd)
{
	uint64_t context[RUN_CONTEXT / 8] = {0};
	union bpf_attr attr = {.test.prog_fd = (uint32_t)prog_fd};

	attr.test.ctx_in = (uint64_t)(uintptr_t)context;
	attr.test.ctx_size_in = sizeof(context);
	if (dt_sys_bpf(BPF_PROG_TEST_RUN, &attr) < 0)
		return dt_sys_error(errno, "run a program");
	return NULL;
}

uint64_t dt_bpf_misses(int prog_fd)
{
	struct bpf_prog_info info = {0};
	union bpf_attr attr = {.info.bpf_fd = (uint32_t)prog_fd, .info.info_len = sizeof(info)};

	attr.info.info = (uint64_t)(uintptr_t)&info;
	return dt_sys_bpf(BPF_OBJ_GET_INFO_BY_FD, &attr) < 0 ? 0 : info.recursion_misses;
}
