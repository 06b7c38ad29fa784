/* SPDX-License-Identifier: BSD-2-Clause */
#include "provider/perf/perf.h"

#include "base/host/cpus.h"
#include "base/host/events.h"
#include "provider/registers.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Context: struct bpf_perf_event_data, which begins with the interrupted registers. */

/** The interrupted pc in `user` or kernel mode, else 0. */
static dt_reg pc(struct dt_ir_func *f, bool user)
{
	dt_reg ctx = dt_ir_ctx(f);
	dt_reg mode = dt_ir_load(f, 8, ctx, dt_arch.mode);
	dt_reg ret = dt_ir_mov(f, dt_ir_load(f, 8, ctx, dt_arch.native.pc));
	dt_label keep = dt_ir_label(f);

	dt_ir_branchi(f, user ? DT_IR_EQ : DT_IR_NE,
		      dt_ir_bini(f, DT_IR_AND, mode, dt_arch.mode_bits), dt_arch.user_mode, keep);
	dt_ir_const_to(f, ret, 0);
	dt_ir_place(f, keep);
	return ret;
}

static dt_reg arg(const struct dt_context *self, struct dt_ir_func *f,
		  const struct dt_probe_set *set, unsigned n)
{
	return n > 1 ? dt_ir_const(f, 0) : pc(f, n == 1);
}

static const struct dt_context context = {
    .name = "perf event",
    .attach = DT_ATTACH_PERF_EVENT,
    .is_single = true,
    .arg = arg,
    .uregs = dt_register_user,
};

void dt_perf_probe(struct dt_registry *r, struct dt_probe *p)
{
	const struct dt_type **types = dt_arena_array(r->arena, const struct dt_type *, 2);

	types[0] = types[1] = dt_type_basic(r->types, DT_ULONG);
	p->context = &context;
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

static struct dt_error *open_event(const struct dt_attachment *a,
				   const struct perf_event_attr *attr, int cpu,
				   struct dt_links *links)
{
	const struct dt_probe *p = a->probes[0];
	int fd = open_on(attr, -1, cpu), link;

	if (fd < 0)
		return dt_error_os(errno, "attach %s:::%s: perf event on CPU %d%s", p->prov,
				   p->name, cpu, dt_perf_advice(errno));
	dt_vec_push(&links->fds, fd);
	// A link, unlike an attachment by ioctl(), can be left to the kernel (-A).
	link = bpf_link_create(a->prog_fd, fd, BPF_PERF_EVENT, NULL);
	if (link < 0)
		return dt_error_os(-link, "attach %s:::%s: program of CPU %d", p->prov, p->name,
				   cpu);
	dt_vec_push(&links->fds, link);
	return NULL;
}

/* A CPU that comes later is not interrupted. */
struct dt_error *dt_perf_open(const struct dt_attachment *a, const struct perf_event_attr *attr,
			      bool only_first, struct dt_links *links)
{
	struct dt_error *err = NULL;
	struct dt_cpus cpus = {0};

	if (a->cpu >= 0)
		return open_event(a, attr, a->cpu, links);
	dt_cpus_read(&cpus, "online");
	for (size_t i = 0; !err && i < (only_first ? 1 : cpus.v.len); i++)
		err = open_event(a, attr, (int)cpus.v.data[i], links);
	dt_cpus_deinit(&cpus);
	return err;
}

struct dt_error *dt_perf_start(const struct dt_links *links, size_t first)
{
	for (size_t i = first; i < links->fds.len; i += 2) // each event is followed by its link
		if (ioctl(links->fds.data[i], PERF_EVENT_IOC_ENABLE, 0))
			return dt_error_os(errno, "start a perf event");
	return NULL;
}

int dt_perf_try(const struct perf_event_attr *attr)
{
	int fd = open_on(attr, 0, -1);

	if (fd < 0)
		return errno;
	close(fd);
	return 0;
}
