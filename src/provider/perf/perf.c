/* SPDX-License-Identifier: BSD-2-Clause */
#include "provider/perf/perf.h"

#include "base/host/events.h"
#include "base/str.h"
#include "ebpf/attach.h"
#include "provider/registers.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { TRIES = 100 };

typedef dt_vec(pid_t) dt_threads;

/* Context: struct bpf_perf_event_data, which begins with the interrupted registers. */

/** Reads the interrupted pc if it is in `user` or kernel mode, else 0. */
static dt_reg interrupted_pc(struct dt_ir_func *f, bool user)
{
	dt_reg mode = dt_register(f, dt_arch.mode);
	dt_reg ret = dt_ir_mov(f, dt_register(f, dt_arch.native.pc));
	dt_label keep = dt_ir_label(f);

	dt_ir_branchi(f, user ? DT_IR_EQ : DT_IR_NE,
		      dt_ir_bini(f, DT_IR_AND, mode, dt_arch.mode_bits), dt_arch.user_mode, keep);
	dt_ir_const_to(f, ret, 0);
	dt_ir_place(f, keep);
	return ret;
}

dt_reg dt_perf_arg(const struct dt_context *self, struct dt_ir_func *f,
		   const struct dt_probe_set *set, unsigned n)
{
	return n > 1 ? dt_ir_const(f, 0) : interrupted_pc(f, n == 1);
}

static const struct dt_context context = {
    .name = "perf event",
    .attach = DT_ATTACH_PERF_EVENT,
    .is_single = true,
    .arg = dt_perf_arg,
    .uregs = dt_register_user,
};

// The tracer interrupts no code, so arg0 and arg1 are 0.
static const struct dt_context timer_in_tracer = {
    .name = "timer", .attach = DT_ATTACH_TRACER, .is_single = true, .of_no_thread = true};

static const struct dt_context timer = {
    .name = "timer",
    .attach = DT_ATTACH_PERF_EVENT,
    .is_single = true,
    .of_no_thread = true,
    .in_tracer = &timer_in_tracer,
    .arg = dt_perf_arg,
    .uregs = dt_register_user,
};

void dt_perf_probe(struct dt_registry *r, struct dt_probe *p, bool of_no_thread)
{
	const struct dt_type **types = dt_arena_array(r->arena, const struct dt_type *, 2);

	types[0] = types[1] = dt_type_basic(r->types, DT_ULONG);
	p->context = of_no_thread ? &timer : &context;
	p->arg_types = types;
	p->n_args = 2;
}

static int open_on(const struct perf_event_attr *attr, pid_t pid, int cpu)
{
	struct perf_event_attr copy = *attr;

	copy.size = sizeof(copy);
	copy.disabled = 1;
	return (int)syscall(SYS_perf_event_open, &copy, pid, cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

/** Returns the probe's description, such as "watch12:a.out:counter:w", on the heap. */
static char *probe_description(const struct dt_probe *p)
{
	return dt_asprintf("%s:%s:%s:%s", p->prov, p->mod, p->func, p->name);
}

/** Opens an event on a CPU (`thread` is -1), or for a thread on any CPU (`cpu` is -1). */
static struct dt_error *open_cpu_event(const struct dt_attachment *a,
				       const struct perf_event_attr *attr, pid_t thread, int cpu,
				       struct dt_links *links)
{
	dt_cleanup(dt_free_p) char *name = probe_description(a->probes[0]);
	int fd = open_on(attr, thread, cpu), link;

	if (fd < 0 && errno == ENOSPC)
		return dt_error_new(DT_ERR_UNSUPPORTED,
				    "attach %s: the CPU's four debug registers are in use, here or "
				    "by a debugger (-c used two of them to stop its command at the "
				    "start)",
				    name);
	if (fd < 0)
		return dt_error_os(errno, "attach %s: perf event %s %d%s", name,
				   cpu < 0 ? "in thread" : "on CPU", cpu < 0 ? thread : cpu,
				   dt_perf_advice(errno));
	dt_vec_push(&links->fds, fd);
	if (a->context->is_counted)
		dt_vec_push(&links->counted, fd);
	// A link, unlike an attachment by ioctl(), can outlive dtrace (-A).
	link = dt_bpf_attach_event(a->program, fd, 0);
	if (link < 0)
		return dt_error_os(-link, "attach %s: program %s %d", name,
				   cpu < 0 ? "in thread" : "of CPU", cpu < 0 ? thread : cpu);
	dt_vec_push(&links->fds, link);
	if (cpu >= 0)
		dt_vec_push(&links->on_cpu, (struct dt_cpu_event){(unsigned)cpu, fd, link});
	return NULL;
}

struct dt_error *dt_perf_open(const struct dt_attachment *a, const struct perf_event_attr *attr,
			      bool only_first, struct dt_links *links)
{
	if (a->cpu >= 0)
		return open_cpu_event(a, attr, -1, a->cpu, links);
	if (!links->cpus.v.len)
		dt_cpus_read(&links->cpus, "online"); // later ones are reported to dtrace
	for (size_t i = 0; i < (only_first ? 1 : links->cpus.v.len); i++)
		DT_TRY(open_cpu_event(a, attr, -1, (int)links->cpus.v.data[i], links));
	return NULL;
}

/** Reads the threads of a process; none if it has ended. */
static void read_threads(pid_t pid, dt_threads *ret)
{
	dt_cleanup(dt_free_p) char *path = dt_asprintf("/proc/%d/task", (int)pid);
	DIR *dir = opendir(path);
	struct dirent *e;

	ret->len = 0;
	while (dir && (e = readdir(dir)))
		if (isdigit((unsigned char)*e->d_name))
			dt_vec_push(ret, (pid_t)atoi(e->d_name));
	if (dir)
		closedir(dir);
}

static bool is_among(const dt_threads *threads, pid_t thread)
{
	dt_vec_foreach (threads, t)
		if (*t == thread)
			return true;
	return false;
}

/** Opens the event in each of these threads, except those that have ended. */
static struct dt_error *open_in(const struct dt_attachment *a, const struct perf_event_attr *attr,
				const dt_threads *threads, struct dt_links *links)
{
	dt_vec_foreach (threads, t) {
		struct dt_error *err = open_cpu_event(a, attr, *t, -1, links);

		if (!err)
			continue;
		if (err->os_errno != ESRCH)
			return err;
		dt_error_destroy(err);
	}
	return NULL;
}

static bool has_more(const dt_threads *now, const dt_threads *before)
{
	dt_vec_foreach (now, t)
		if (!is_among(before, *t))
			return true;
	return false;
}

/*
 * A thread inherits the events of its creator, but not a program that is attached later. Threads
 * that started while events were opened may have such events. If there is such a thread, this
 * function closes all events and starts again.
 */
struct dt_error *dt_perf_open_threads(const struct dt_attachment *a,
				      const struct perf_event_attr *attr, pid_t pid,
				      struct dt_links *links)
{
	struct perf_event_attr inherited = *attr;
	dt_threads before = {0}, now = {0};
	struct dt_error *err = NULL;
	size_t first = links->fds.len, counted = links->counted.len;

	inherited.inherit = 1;
	inherited.inherit_thread = 1;
	read_threads(pid, &now);
	for (unsigned i = 0; !err && i < TRIES && has_more(&now, &before); i++) {
		while (links->fds.len > first)
			close(links->fds.data[--links->fds.len]);
		links->counted.len = counted;
		before.len = 0;
		dt_vec_foreach (&now, t)
			dt_vec_push(&before, *t);
		err = open_in(a, &inherited, &before, links);
		read_threads(pid, &now);
	}
	dt_vec_deinit(&before);
	dt_vec_deinit(&now);
	return err;
}

struct dt_error *dt_perf_start(const struct dt_links *links, size_t first)
{
	for (size_t i = first; i < links->fds.len; i += 2) // each event is followed by its link
		if (ioctl(links->fds.data[i], PERF_EVENT_IOC_ENABLE, 0))
			return dt_error_os(errno, "start a perf event");
	return NULL;
}

int dt_perf_open_own(const struct perf_event_attr *attr)
{
	return open_on(attr, 0, -1);
}

int dt_perf_try(const struct perf_event_attr *attr)
{
	int fd = dt_perf_open_own(attr);

	if (fd < 0)
		return errno;
	close(fd);
	return 0;
}
