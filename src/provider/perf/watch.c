/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The watch provider: watch:MODULE:WHAT:MODE fires when an address in the kernel's memory is
 * written (MODE w), read or written (rw), or executed (x); watchN:MODULE:WHAT:MODE watches the
 * memory of process N. WHAT is a variable, a function or an address. A number after w or rw is the
 * number of bytes.
 *
 * The CPU detects accesses by its debug registers, which perf events of type breakpoint set up.
 * This slows down no other code, but a CPU has only four registers. A data breakpoint interrupts
 * after the instruction, so the value is the new one; a code breakpoint interrupts before it. The
 * events have period 1, which the kernel never throttles.
 *
 * Accesses through another address are not detected: by a device, by another mapping of the same
 * page, or by the kernel through its own mapping.
 */
#include "provider/perf/perf.h"
#include "provider/perf/watch.h"
#include "provider/registers.h"

#include "base/str.h"

#include <ctype.h>
#include <errno.h>
#include <linux/hw_breakpoint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/** dt_probe.own of a probe. */
struct watched {
	struct dt_context base;
	struct dt_variable at;
	uint32_t type; // HW_BREAKPOINT_
	uint32_t size; // bytes
};

static const struct mode {
	const char *name;
	uint32_t type;
} modes[] = {{"w", HW_BREAKPOINT_W}, {"rw", HW_BREAKPOINT_RW}, {"x", HW_BREAKPOINT_X}};

static const char own_name[] = "watch";

extern const struct dt_provider dt_provider_watch;

// ---- arguments

/** Reads the watched memory; 0 if it cannot be read. */
static dt_reg watched_value(const struct watched *w, struct dt_ir_func *f)
{
	dt_reg slot = dt_ir_slot_addr(f, dt_ir_slot(f, 8, 8));

	dt_ir_storei(f, 8, slot, 0, 0);
	dt_ir_env(f, w->at.pid ? DT_ENV_READ_USER : DT_ENV_READ_KERNEL, slot,
		  dt_ir_const(f, w->size), dt_ir_const(f, (int64_t)w->at.addr));
	return dt_ir_load(f, w->size, slot, 0);
}

static dt_reg data_arg(const struct dt_context *self, struct dt_ir_func *f,
		       const struct dt_probe_set *set, unsigned n)
{
	const struct watched *w = (const struct watched *)self;

	switch (n) {
	case 2:
		return watched_value(w, f);
	case 3:
		return dt_ir_const(f, (int64_t)w->at.addr);
	default:
		return dt_perf_arg(self, f, set, n);
	}
}

/** Reads an argument at a code address: that of the function that begins there. */
static dt_reg code_arg(const struct dt_context *self, struct dt_ir_func *f,
		       const struct dt_probe_set *set, unsigned n)
{
	return dt_register_arg(((const struct watched *)self)->at.machine, f, n);
}

static void set_types(struct dt_registry *r, struct dt_probe *p, const struct watched *w)
{
	const enum dt_basic by_size[] = {
	    [1] = DT_UCHAR, [2] = DT_USHORT, [4] = DT_UINT, [8] = DT_ULONG};
	static const char *const names[] = {"kernel_pc", "user_pc", "value", "address"};
	const struct dt_type **types =
	    dt_arena_array(r->arena, const struct dt_type *, dt_array_len(names));

	if (w->type == HW_BREAKPOINT_X)
		return;
	types[0] = types[1] = types[3] = dt_type_basic(r->types, DT_ULONG);
	types[2] = dt_type_basic(r->types, by_size[w->size]);
	p->arg_types = types;
	p->arg_names = names;
	p->n_args = dt_array_len(names);
}

// ---- names

/** Parses the provider: *pid is 0 for "watch" and 123 for "watch123". Returns false for other
 *  providers. */
static bool read_provider(const char *text, uint64_t *pid)
{
	size_t len = strlen(own_name);
	char *end;

	if (!text || strncmp(text, own_name, len) != 0)
		return false;
	*pid = 0;
	if (!text[len])
		return true;
	*pid = strtoull(text + len, &end, 10);
	return isdigit((unsigned char)text[len]) && !*end;
}

/** Parses a mode such as "rw4". Sets *size to 0 if there is no number. */
static bool read_mode(const char *text, uint32_t *type, uint32_t *size)
{
	for (size_t i = 0; i < dt_array_len(modes); i++) {
		size_t len = strlen(modes[i].name);
		const char *digit = text + len;

		if (strncmp(text, modes[i].name, len) != 0 || (*digit && digit[1]))
			continue;
		if (*digit && (!strchr("1248", *digit) || modes[i].type == HW_BREAKPOINT_X))
			continue;
		*type = modes[i].type;
		*size = *digit ? (uint32_t)(*digit - '0') : 0;
		return true;
	}
	return false;
}

/** Returns the variable's size, or the largest part of it that one register can watch. */
static uint32_t natural_size(const struct watched *w)
{
	uint32_t n = w->at.size && w->at.size < 8 ? (uint32_t)w->at.size : 8;

	while (n & (n - 1) || w->at.addr % n)
		n--;
	return n;
}

// ---- probes

static struct dt_probe *create_probe(struct dt_registry *r, uint32_t id,
				     const struct dt_probe_query *q, const char *name,
				     const struct watched *what)
{
	struct watched *w = dt_arena_new(r->arena, struct watched);
	struct dt_probe *p =
	    dt_registry_add(r, &dt_provider_watch, id, what->at.module, q->function, name);

	*w = *what;
	w->base = (struct dt_context){
	    .name = "breakpoint",
	    .attach = DT_ATTACH_PERF_EVENT,
	    .is_single = true,
	    .is_counted = true,
	    .arg = w->type == HW_BREAKPOINT_X ? code_arg : data_arg,
	    .uregs = dt_register_user,
	};
	p->prov = dt_intern(r->names, q->provider);
	p->context = &w->base;
	p->own = w;
	set_types(r, p, w);
	return p;
}

/** Returns the existing probe of that address and name, or NULL and the next free id. Ignores the
 *  module's name, so that no second debug register is used. */
static struct dt_probe *find_known(struct dt_registry *r, const struct dt_probe_query *q,
				   const char *name, const struct dt_variable *at,
				   uint32_t *free_id)
{
	uint32_t id = dt_provider_watch.id_base;
	struct dt_probe *p;

	for (; (p = dt_registry_find(r, id)); id++) {
		const struct watched *w = p->own;

		if (w->at.pid == at->pid && w->at.addr == at->addr &&
		    !strcmp(p->func, q->function) && !strcmp(p->name, name))
			return p;
	}
	*free_id = id;
	return NULL;
}

/** Finds the probe of that name, or creates it. */
static struct dt_error *find_named(struct dt_registry *r, const struct dt_probe_query *q, pid_t pid,
				   struct dt_probe **ret)
{
	const char *name = q->name && *q->name ? q->name : modes[0].name;
	struct watched w = {.at.pid = pid};
	uint32_t id;

	if (!read_mode(name, &w.type, &w.size))
		return dt_error_new(
		    DT_ERR_PROC_NAME,
		    "%s is not a watch probe: the name is w, rw or x; w and rw may end in a number "
		    "of bytes: 1, 2, 4 or 8",
		    name);
	DT_TRY(dt_variable_find(r, q->module, q->function, &w.at));
	*ret = find_known(r, q, name, &w.at, &id);
	if (*ret)
		return NULL;
	if (id - dt_provider_watch.id_base >= dt_provider_watch.id_count)
		return dt_error_new(DT_ERR_USAGE, "too many watch probes (%u)",
				    dt_provider_watch.id_count);
	if (w.type == HW_BREAKPOINT_X)
		w.size = sizeof(long); // required by the kernel
	else if (!w.size)
		w.size = natural_size(&w);
	else if (w.at.addr % w.size)
		return dt_error_new(DT_ERR_PROC_ALIGN,
				    "%s lies at 0x%llx: %u bytes can be watched at multiples of %u "
				    "only",
				    q->function, (unsigned long long)w.at.addr, w.size, w.size);
	*ret = create_probe(r, id, q, name, &w);
	return NULL;
}

static struct dt_error *match_address(struct dt_registry *r, const struct dt_probe_query *q,
				      uint64_t pid, const struct dt_probe_sink *sink)
{
	struct dt_probe *p;

	if (pid > INT32_MAX || (!pid && q->provider[strlen(own_name)]))
		return dt_error_new(DT_ERR_PROC_PROVIDER, "%s%s names no process",
				    pid ? "" : "$target is 0 without -c or -p: ", q->provider);
	if (!dt_query_is_literal(q->function))
		return dt_error_new(DT_ERR_PROC_FUNCTION,
				    "%s needs a variable, a function or an address, as in "
				    "%s::counter:w",
				    q->provider, q->provider);
	DT_TRY(find_named(r, q, (pid_t)pid, &p));
	sink->found(sink->self, p);
	return NULL;
}

static struct dt_error *watch_match(struct dt_registry *r, const struct dt_probe_query *q,
				    const struct dt_probe_sink *sink)
{
	bool is_pattern = q->name && dt_glob_is(q->name);
	struct dt_probe *p;
	uint64_t pid = 0;

	if (dt_query_is_literal(q->provider) && !read_provider(q->provider, &pid))
		return NULL;
	if (dt_query_is_literal(q->provider) && !is_pattern)
		return match_address(r, q, pid, sink);
	for (uint32_t id = dt_provider_watch.id_base; (p = dt_registry_find(r, id)); id++)
		if (dt_query_field(q->provider, p->prov) && dt_query_field(q->module, p->mod) &&
		    dt_query_field(q->function, p->func) && dt_query_field(q->name, p->name))
			sink->found(sink->self, p);
	return NULL;
}

static struct dt_probe *watch_by_id(struct dt_registry *r, uint32_t id)
{
	return dt_registry_find(r, id);
}

/** Reports whether the kernel refuses breakpoints in its code, as kernels without kprobes do
 *  (arch_build_bp_info()). */
static bool is_attribute_refused(const struct watched *w, const struct perf_event_attr *attr)
{
	return !w->at.pid && w->type == HW_BREAKPOINT_X && dt_perf_try(attr) == EINVAL;
}

/** Reports whether breakpoints never fire, as on some virtual machines, by trying one in this
 *  process. */
static bool are_idle(void)
{
	volatile uint64_t word = 0;
	struct perf_event_attr attr = {
	    .type = PERF_TYPE_BREAKPOINT,
	    .bp_type = HW_BREAKPOINT_W,
	    .bp_addr = (uintptr_t)&word,
	    .bp_len = sizeof(word),
	    .exclude_kernel = true,
	};
	dt_cleanup(dt_close_p) int fd = dt_perf_open_own(&attr);
	uint64_t hits = 0;

	if (ioctl(fd, PERF_EVENT_IOC_ENABLE, 0))
		return false; // attaching will report the error
	word++;
	return read(fd, &hits, sizeof(hits)) == sizeof(hits) && !hits;
}

static struct dt_error *attach_breakpoint(const struct dt_attachment *a, struct dt_links *links)
{
	const struct watched *w = a->probes[0]->own;
	struct perf_event_attr attr = {
	    .type = PERF_TYPE_BREAKPOINT,
	    .sample_period = 1,
	    .bp_type = w->type,
	    .bp_addr = w->at.addr,
	    .bp_len = w->size,
	};

	if (is_attribute_refused(w, &attr))
		return dt_error_new(DT_ERR_UNSUPPORTED,
				    "attach %s:%s:%s:%s: this kernel permits no breakpoints in its "
				    "code",
				    a->probes[0]->prov, a->probes[0]->mod, a->probes[0]->func,
				    a->probes[0]->name);
	return w->at.pid ? dt_perf_open_threads(a, &attr, w->at.pid, links)
			 : dt_perf_open(a, &attr, false, links);
}

static bool watch_is_of_cpu(const struct dt_probe *p, bool is_only)
{
	return !((const struct watched *)p->own)->at.pid;
}

static struct dt_error *watch_attach(const struct dt_attachment *a, size_t n,
				     struct dt_links *links)
{
	size_t first = links->fds.len;

	if (are_idle())
		return dt_error_new(DT_ERR_UNSUPPORTED,
				    "this machine accepts breakpoints of the processor and never "
				    "stops at them, as some virtual machines do");
	for (size_t i = 0; i < n; i++)
		DT_TRY(attach_breakpoint(&a[i], links));
	return dt_perf_start(links, first);
}

const struct dt_provider dt_provider_watch = {
    .name = own_name,
    .flags = DT_PF_OWN_NAMES,
    .id_base = 14336,
    .id_count = 256,
    .attributes = {"Evolving/Evolving/ISA", "Private/Private/Unknown", "Private/Private/Unknown",
		   "Evolving/Evolving/ISA", "Evolving/Evolving/ISA"},
    .mechanism = "perf breakpoints: the CPU's debug registers",
    .match = watch_match,
    .by_id = watch_by_id,
    .is_of_cpu = watch_is_of_cpu,
    .attach = watch_attach,
    .doc = "watch:MODULE:WHAT:MODE fires when kernel memory is written (MODE w), read or written "
	   "(rw) or executed (x); watchN:MODULE:WHAT:MODE does the same for the memory of process "
	   "N. WHAT is a variable, a function or an address such as 0x1000. A number after w or "
	   "rw, as in w4, is the number of watched bytes: 1, 2, 4 or 8; without it, the whole "
	   "variable is watched. The CPU has four registers for this. arg0 is the address of the "
	   "instruction after the access if it is the kernel's, arg1 if it is a process's, arg2 "
	   "the value after the access, arg3 the watched address. With x, arg0, arg1 and so on are "
	   "the arguments of the function that begins there.",
    .example = "watch$target:a.out:counter:w { printf(\"%d\", arg2); ustack(); }",
};
