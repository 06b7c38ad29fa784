/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The syscall provider: syscall:ABI:NAME:{entry,return}.
 *
 * Two tracepoints, sys_enter and sys_exit, serve all probes, because the kernel's per-call
 * tracepoints do not see 32-bit calls. The probes are those of the architecture's tables
 * (arch/syscall.h), independent of the running kernel. context.c has the code by which a program
 * determines the call that fired it.
 *
 * Mechanisms. Raw tracepoints are the cheapest. On kernels where programs on these two tracepoints
 * may sleep (Linux 7), raw programs are preemptible. The kernel then loses firings, because it
 * skips a program while a preempted thread is in it on the same CPU. On such kernels, programs
 * attach to the trace events raw_syscalls:sys_enter and sys_exit, which disable preemption.
 *
 * exit and exit_group do not return, so their return probes never fire. An execve between 32 and 64
 * bits enters with the ABI of the old program and returns with that of the new one.
 *
 * Decision: docs/dev/decisions/0007-syscalls-by-trace-events.md
 */
#include "provider/names.h"
#include "provider/syscall/syscall.h"
#include "base/host/events.h"
#include "base/host/tracefs.h"
#include "ebpf/attach.h"
#include "ebpf/feature.h"
#include "provider/user_type.h"

#include "provider/provider.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *const probe_names[] = {"entry", "return"};
static const char *const tracepoints[] = {"sys_enter", "sys_exit"};

extern const struct dt_provider dt_provider_syscall;

/** Returns the call that provides the argument types. For a compat call this is the native call of
 *  the same name and number of arguments, so that args[] has one type for both. The values of a
 *  compat call have 32 bits and are zero-extended. */
static const struct dt_syscall *typed_call(enum dt_syscall_abi abi, unsigned nr)
{
	const struct dt_syscall *call = &dt_syscalls.abis[abi].calls[nr];
	const struct dt_syscall_table *native = &dt_syscalls.abis[DT_SYSCALL_NATIVE];

	for (size_t i = 0; abi == DT_SYSCALL_COMPAT && i < native->n; i++) {
		const struct dt_syscall *x = &native->calls[i];

		if (x->name && x->n_args == call->n_args && !strcmp(x->name, call->name))
			return x;
	}
	return call;
}

static void add_arg_types(struct dt_registry *r, struct dt_probe *p, const struct dt_syscall *call)
{
	size_t n = call->n_args;
	const struct dt_type **types =
	    dt_arena_array(r->arena, const struct dt_type *, DT_SYSCALL_ARGS);

	for (size_t i = 0; i < n; i++)
		types[i] = dt_user_type(r, call->types[i]);
	p->arg_types = types;
	p->n_args = n;
}

// args[0] and args[1] are both the return value, as in every DTrace.
static void add_return_types(struct dt_registry *r, struct dt_probe *p)
{
	const struct dt_type **types = dt_arena_array(r->arena, const struct dt_type *, 2);

	types[0] = types[1] = dt_type_basic(r->types, DT_LONG);
	p->arg_types = types;
	p->n_args = 2;
}

/** Returns the number of a trace event, or 0 if there is no tracefs. */
static unsigned event_id(const char *tracepoint)
{
	dt_cleanup(dt_free_p) char *path = dt_asprintf("events/raw_syscalls/%s/id", tracepoint);
	dt_cleanup(dt_close_p) int fd = dt_tracefs_open(path, 0);
	char text[16] = "";

	return fd >= 0 && read(fd, text, sizeof(text) - 1) > 0 ? (unsigned)atoi(text) : 0;
}

static void choose_mechanism(struct dt_registry *r, void *state)
{
	enum dt_syscall_mechanism *m = state;

	*m = dt_feature(DT_FEAT_SLEEPABLE_RAW) && event_id(tracepoints[0]) ? DT_SYSCALL_EVENT
									   : DT_SYSCALL_RAW;
}

static const struct dt_state mechanism = {.size = sizeof(enum dt_syscall_mechanism),
					  .init = choose_mechanism};

static struct dt_probe *syscall_probe(struct dt_registry *r, enum dt_syscall_abi abi, unsigned nr,
				      bool is_return)
{
	const struct dt_syscall_table *t = &dt_syscalls.abis[abi];
	struct dt_probe *p =
	    dt_registry_add(r, &dt_provider_syscall, dt_syscall_id(abi, nr, is_return), t->module,
			    t->calls[nr].name, probe_names[is_return]);

	if (p->context)
		return p;
	p->context = dt_syscall_context(
	    *(enum dt_syscall_mechanism *)dt_registry_state(r, &mechanism), is_return);
	if (is_return)
		add_return_types(r, p);
	else
		add_arg_types(r, p, typed_call(abi, nr));
	return p;
}

/** Reports whether the module matches the ABI. If the query names syscall, the module vmlinux
 *  matches native calls as well. */
static bool is_of_module(const struct dt_probe_query *q, enum dt_syscall_abi abi)
{
	return dt_query_field(q->module, dt_syscalls.abis[abi].module) ||
	       (abi == DT_SYSCALL_NATIVE && q->provider &&
		!strcmp(q->provider, dt_provider_syscall.name) && !strcmp(q->module, "vmlinux"));
}

static struct dt_error *syscall_match(struct dt_registry *r, const struct dt_probe_query *q,
				      const struct dt_probe_sink *sink)
{
	bool wanted[] = {dt_query_field(q->name, probe_names[0]),
			 dt_query_field(q->name, probe_names[1])};

	if (!wanted[0] && !wanted[1])
		return NULL;
	for (int abi = 0; abi < DT_SYSCALL_ABIS; abi++) {
		const struct dt_syscall_table *t = &dt_syscalls.abis[abi];

		for (unsigned nr = 0; is_of_module(q, abi) && nr < t->n; nr++) {
			const char *name = t->calls[nr].name;

			if (!name || !dt_query_field(q->function, name))
				continue;
			for (int ret = 0; ret < 2; ret++)
				if (wanted[ret])
					sink->found(sink->self, syscall_probe(r, abi, nr, ret));
		}
	}
	return NULL;
}

static struct dt_probe *syscall_by_id(struct dt_registry *r, uint32_t id)
{
	enum dt_syscall_abi abi = dt_syscall_id_abi(id);
	unsigned nr = dt_syscall_id_nr(id);

	if (nr >= dt_syscalls.abis[abi].n || !dt_syscalls.abis[abi].calls[nr].name)
		return NULL;
	return syscall_probe(r, abi, nr, (id - DT_SYSCALL_ID_BASE) & 1);
}

static struct dt_error *cannot_attach(const struct dt_probe *p, const char *tracepoint, int error)
{
	if (error == ENOENT)
		return dt_error_new(DT_ERR_UNSUPPORTED,
				    "attach %s:%s:%s:%s: this kernel has no tracepoint %s "
				    "(CONFIG_HAVE_SYSCALL_TRACEPOINTS)",
				    p->prov, p->mod, p->func, p->name, tracepoint);
	return dt_error_os(error, "attach %s:%s:%s:%s to tracepoint %s%s", p->prov, p->mod, p->func,
			   p->name, tracepoint, dt_perf_advice(error));
}

/**
 * Attaches the program to the event of one CPU, which runs it on all CPUs. A link, unlike an
 * attachment by ioctl(), can outlive dtrace (-A); it keeps the event open.
 */
static int open_event(const struct dt_bpf_program *program, unsigned id)
{
	struct perf_event_attr attr = {
	    .type = PERF_TYPE_TRACEPOINT,
	    .size = sizeof(attr),
	    .config = id,
	    .sample_period = 1,
	};
	int fd = syscall(SYS_perf_event_open, &attr, -1, 0, -1, PERF_FLAG_FD_CLOEXEC), link;

	if (fd < 0)
		return -errno;
	link = dt_bpf_attach_event(program, fd, 0);
	close(fd);
	return link;
}

static struct dt_error *attach_call(const struct dt_attachment *a, struct dt_links *links)
{
	const struct dt_probe *p = a->probes[0];
	const char *tracepoint = tracepoints[(p->id - DT_SYSCALL_ID_BASE) & 1];
	bool is_raw = a->context->attach == DT_ATTACH_RAW_TRACEPOINT;
	int fd = is_raw ? dt_bpf_attach_tracepoint(a->program, tracepoint)
			: open_event(a->program, event_id(tracepoint));

	if (fd < 0)
		return cannot_attach(p, tracepoint, -fd);
	if (is_raw)
		dt_vec_push(&links->fds, fd);
	else
		dt_links_add_event(links, fd);
	return NULL;
}

static struct dt_error *syscall_attach(const struct dt_attachment *a, size_t n,
				       struct dt_links *links)
{
	for (size_t i = 0; i < n; i++)
		DT_TRY(attach_call(&a[i], links));
	return NULL;
}

const struct dt_provider dt_provider_syscall = {
    .name = "syscall",
    .id_base = DT_SYSCALL_ID_BASE,
    .id_count = DT_SYSCALL_ID_COUNT,
    .attributes = {"Evolving/Evolving/ISA", "Private/Private/Unknown", "Private/Private/ISA",
		   "Evolving/Evolving/ISA", "Private/Private/ISA"},
    .mechanism = "tracepoints sys_enter and sys_exit",
    .names = dt_names_of_call,
    .claims = (const char *const[]){"entry", "return", NULL},
    .match = syscall_match,
    .by_id = syscall_by_id,
    .attach = syscall_attach,
    .doc =
	"entry and return of every system call. The function is the call's name, the module is x64 "
	"for calls of 64-bit code and x32 for 32-bit calls, on 64-bit Arm a64 and a32. arg0 to "
	"arg5 and "
	"args[] are the arguments. At return arg0 and arg1 are the result, or -1 with errno set if "
	"the call "
	"failed.",
    .example = "syscall:::entry { @[execname, probefunc] = count(); }",
};
