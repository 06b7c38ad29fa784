/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Probes that any dtrace on this machine traces now, as data. The source is the kernel's list of
 * BPF links, so no daemon is needed and the data are current. A link is ours if its program's name
 * begins with "dt_". The process that holds it is found among the descriptors of all processes.
 *
 * Before Linux 6.6, the kernel does not report the address of a uprobe; then the program's name
 * gives the process.
 */
#include "session/core/session.h"

#include "symbols/elf/functions.h"
#include "symbols/process/proc.h"

#include <bpf/bpf.h>
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = 4096, NAME_BYTES = 128 };

/** The BPF_LINK_TYPE_* of our programs. */
enum { RAW_TRACEPOINT = 1, PERF_EVENT = 7, UPROBE_MULTI = 12 };
/** BPF_PERF_EVENT_*. */
enum { EVENT_UPROBE = 1, EVENT_TRACEPOINT = 5 };

/** struct bpf_link_info as of Linux 6.10; older headers lack parts, older kernels leave them 0. */
struct link_info {
	uint32_t type, id, prog_id, pad;
	union {
		struct {
			uint64_t name;
			uint32_t name_len;
		} raw_tracepoint;
		struct {
			uint64_t path, offsets, ref_ctr_offsets, cookies;
			uint32_t path_size, count, flags, pid;
		} multi;
		struct {
			uint32_t type, pad;
			uint64_t name;
			uint32_t name_len, offset;
		} event;
		uint64_t room[10];
	};
};

/** A link of a dtrace process. */
struct live {
	uint32_t id, type, event;
	pid_t tracer, process; // 0: unknown, all
	char program[BPF_OBJ_NAME_LEN];
	char *where; // file or tracepoint; heap, may be NULL
	size_t n_places;
	uint64_t *offsets; // heap
};
typedef dt_vec(struct live) live_list;

static bool get_info(int fd, void *info, uint32_t size)
{
	return !bpf_obj_get_info_by_fd(fd, info, &size);
}

static bool is_ours(uint32_t prog_id, char *name)
{
	dt_cleanup(dt_close_p) int fd = bpf_prog_get_fd_by_id(prog_id);
	struct bpf_prog_info info = {0};

	if (fd < 0 || !get_info(fd, &info, sizeof(info)) || strncmp(info.name, "dt_", 3) != 0)
		return false;
	memcpy(name, info.name, BPF_OBJ_NAME_LEN);
	name[BPF_OBJ_NAME_LEN - 1] = '\0';
	return true;
}

/** Reads the places of a multi-link with a second query, which has room for them. */
static void read_multi(int fd, struct link_info *info, struct live *ret)
{
	uint32_t n = info->multi.count;

	ret->where = dt_zalloc(PATH_BYTES);
	ret->offsets = dt_zalloc((n + 1) * sizeof(*ret->offsets));
	if (info->multi.pid)
		ret->process = (pid_t)info->multi.pid;
	memset(info, 0, sizeof(*info));
	info->multi.path = (uintptr_t)ret->where;
	info->multi.path_size = PATH_BYTES;
	info->multi.offsets = (uintptr_t)ret->offsets;
	info->multi.count = n;
	if (get_info(fd, info, sizeof(*info)))
		ret->n_places = info->multi.count < n ? info->multi.count : n;
}

/** Reads the name of a perf event's or tracepoint's target. */
static void read_name(int fd, struct link_info *info, struct live *ret)
{
	bool is_raw = info->type == RAW_TRACEPOINT;

	ret->where = dt_zalloc(PATH_BYTES);
	memset(info, 0, sizeof(*info));
	if (is_raw) {
		info->raw_tracepoint.name = (uintptr_t)ret->where;
		info->raw_tracepoint.name_len = PATH_BYTES;
	} else {
		info->event.name = (uintptr_t)ret->where;
		info->event.name_len = PATH_BYTES;
	}
	if (!get_info(fd, info, sizeof(*info)))
		return;
	ret->event = is_raw ? 0 : info->event.type;
	if (ret->event == EVENT_UPROBE) {
		ret->offsets = dt_zalloc(sizeof(*ret->offsets));
		*ret->offsets = info->event.offset;
		ret->n_places = 1;
	}
}

/** Returns the process in a program's name: "dt_pid123", or 0. */
static pid_t named_process(const char *program)
{
	const char *digits = program + strcspn(program, "0123456789");

	return !strncmp(program, "dt_pid", 6) ? atoi(digits) : 0;
}

static void read_link(uint32_t id, live_list *ret)
{
	dt_cleanup(dt_close_p) int fd = bpf_link_get_fd_by_id(id);
	struct link_info info = {0};
	struct live l = {.id = id};

	if (fd < 0 || !get_info(fd, &info, sizeof(info)) || !is_ours(info.prog_id, l.program))
		return;
	l.type = info.type;
	l.process = named_process(l.program);
	if (l.type == UPROBE_MULTI)
		read_multi(fd, &info, &l);
	else if (l.type == RAW_TRACEPOINT || l.type == PERF_EVENT)
		read_name(fd, &info, &l);
	dt_vec_push(ret, l);
}

/** Returns the id of the link that a process's descriptor refers to, or 0. */
static uint32_t link_of(pid_t pid, const char *fd)
{
	dt_cleanup(dt_free_p) char *name = dt_asprintf("/proc/%d/fd/%s", (int)pid, fd);
	dt_cleanup(dt_free_p) char *info = dt_asprintf("fdinfo/%s", fd);
	char text[NAME_BYTES];
	ssize_t len = readlink(name, text, sizeof(text) - 1);
	unsigned id = 0;
	FILE *f;

	if (len < 0)
		return 0;
	text[len] = '\0';
	if (strncmp(text, "anon_inode:bpf", 14) != 0 || !strstr(text, "link"))
		return 0;
	f = dt_proc_file(pid, info);
	while (f && fgets(text, sizeof(text), f))
		if (sscanf(text, "link_id: %u", &id) == 1)
			break;
	if (f)
		fclose(f);
	return id;
}

static void find_held(void *self, pid_t pid)
{
	dt_cleanup(dt_free_p) char *path = dt_asprintf("/proc/%d/fd", (int)pid);
	DIR *dir = opendir(path);
	live_list *list = self;
	struct dirent *e;

	while (dir && (e = readdir(dir))) {
		uint32_t id = isdigit((unsigned char)*e->d_name) ? link_of(pid, e->d_name) : 0;

		dt_vec_foreach (list, l)
			if (id && l->id == id &&
			    !l->tracer) // the keeper also holds the link but is younger
				l->tracer = pid;
	}
	if (dir)
		closedir(dir);
}

static struct dt_error *read_live(live_list *ret)
{
	uint32_t id = 0;

	while (!bpf_link_get_next_id(id, &id))
		read_link(id, ret);
	if (errno == EPERM)
		return dt_error_new(DT_ERR_PRIVILEGE, "only root can list what is traced");
	if (errno != ENOENT)
		return dt_error_os(errno, "the kernel does not list what is traced");
	return ret->len ? dt_proc_each(find_held, ret) : NULL;
}

static void live_list_deinit(live_list *list)
{
	dt_vec_foreach (list, l) {
		free(l->where);
		free(l->offsets);
	}
	dt_vec_deinit(list);
}

static const char *way_of(const struct live *l)
{
	switch (l->type) {
	case RAW_TRACEPOINT:
		return "raw tracepoint";
	case UPROBE_MULTI:
		return "uprobe multi-link";
	case PERF_EVENT:
		// Before Linux 6.6 the kernel does not distinguish them.
		return l->event == EVENT_UPROBE || named_process(l->program) ? "uprobe"
		       : l->event == EVENT_TRACEPOINT			     ? "tracepoint"
									     : "perf event";
	default:
		return "other";
	}
}

static bool is_process(const struct live *l)
{
	return l->process || l->n_places;
}

static struct dtrace_live describe_link(const struct live *l)
{
	return (struct dtrace_live){
	    .size = sizeof(struct dtrace_live),
	    .tracer = l->tracer,
	    .process = l->process,
	    .is_of_process = is_process(l),
	    .provider = l->program + strlen("dt_"),
	    .mechanism = way_of(l),
	    .path = l->where ? l->where : "",
	    .n_places = l->n_places,
	    .module = "",
	    .function = "",
	};
}

/** Calls `fn` for each place of the link. */
static void each_place(const struct live *l, void (*fn)(void *arg, const struct dtrace_live *l),
		       void *arg)
{
	struct dtrace_live place = describe_link(l);
	struct dt_functions f = {0};
	struct dt_file *file = l->n_places && l->where ? dt_file_open(l->where) : NULL;
	bool is_read = dt_functions_read(&f, dt_elf_create(file, -1, l->where));
	const char *base = strrchr(place.path, '/');

	place.module = base ? base + 1 : "";
	for (size_t i = 0; i < l->n_places; i++) {
		const struct dt_function *at = NULL;
		uint64_t addr = 0;

		if (is_read && dt_functions_address(&f, l->offsets[i], &addr))
			at = dt_functions_at(&f, addr);
		place.file_offset = l->offsets[i];
		place.function = at ? at->name : "";
		place.offset = at ? addr - at->addr : addr;
		fn(arg, &place);
	}
	dt_functions_deinit(&f);
}

struct dt_error *dtrace_each_live(bool by_place, void (*fn)(void *arg, const struct dtrace_live *l),
				  void *arg)
{
	if (!fn)
		return dt_error_new(DT_ERR_USAGE, "an argument is NULL");

	live_list list = {0};
	struct dt_error *err = read_live(&list);

	if (!err) {
		dt_vec_foreach (&list, l) {
			const struct dtrace_live link = describe_link(l);

			if (by_place)
				each_place(l, fn, arg);
			else
				fn(arg, &link);
		}
	}
	live_list_deinit(&list);
	return err;
}
