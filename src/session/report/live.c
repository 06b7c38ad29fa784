/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Probes that any dtrace on this machine traces now, as data. The source is the kernel's list of
 * BPF links, so no daemon is needed and the data are current. A link is ours if its program's name
 * begins with "dt_". The process that holds it is found among the descriptors of all processes.
 *
 * Before Linux 6.6, the kernel does not report the address of a uprobe; then the program's name
 * gives the process.
 */
#include "session/report/placed.h"

#include "ebpf/links.h"
#include "symbols/elf/functions.h"
#include "symbols/process/proc.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { NAME_BYTES = 128 };

#define PREFIX "dt_"

/** A link of a dtrace process. */
struct live {
	const struct dt_bpf_link *link;
	pid_t tracer, process; // 0: unknown, all
};
typedef dt_vec(struct live) live_list;

/** Returns the process in a program's name: "dt_pid123", or 0. */
static pid_t named_process(const char *program)
{
	const char *digits = program + strcspn(program, "0123456789");

	return !strncmp(program, "dt_pid", 6) ? atoi(digits) : 0;
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
			if (id && l->link->id == id &&
			    !l->tracer) // the keeper also holds the link but is younger
				l->tracer = pid;
	}
	if (dir)
		closedir(dir);
}

static struct dt_error *read_live(dt_bpf_links *links, live_list *ret)
{
	int error = dt_bpf_links_read(PREFIX, links);

	if (error == EPERM)
		return dt_error_new(DT_ERR_PRIVILEGE, "only root can list what the kernel traces");
	if (error)
		return dt_error_os(error, "the kernel does not list what is traced");
	dt_vec_foreach (links, l)
		dt_vec_push(ret, (struct live){
				     .link = l,
				     .process = l->process ? l->process : named_process(l->program),
				 });
	return ret->len ? dt_proc_each(find_held, ret) : NULL;
}

static const char *way_of(const struct dt_bpf_link *l)
{
	static const char *const ways[] = {
	    [DT_BPF_LINK_OTHER] = "other",
	    [DT_BPF_LINK_RAW_TRACEPOINT] = "raw tracepoint",
	    [DT_BPF_LINK_TRACEPOINT] = "tracepoint",
	    [DT_BPF_LINK_UPROBE] = "uprobe",
	    [DT_BPF_LINK_UPROBE_MULTI] = "uprobe multi-link",
	    [DT_BPF_LINK_PERF_EVENT] = "perf event",
	};
	// Before Linux 6.6 the kernel does not distinguish them.
	bool is_uprobe = l->kind == DT_BPF_LINK_PERF_EVENT && named_process(l->program);

	return ways[is_uprobe ? DT_BPF_LINK_UPROBE : l->kind];
}

static bool is_process(const struct live *l)
{
	return l->process || l->link->n_offsets;
}

static struct dtrace_live describe_link(const struct live *l)
{
	return (struct dtrace_live){
	    .size = sizeof(struct dtrace_live),
	    .tracer = l->tracer,
	    .process = l->process,
	    .is_of_process = is_process(l),
	    .provider = l->link->program + strlen(PREFIX),
	    .mechanism = way_of(l->link),
	    .path = l->link->where ? l->link->where : "",
	    .n_places = l->link->n_offsets,
	    .module = "",
	    .function = "",
	};
}

/** Calls `fn` for each place of the link. */
static void each_place(const struct live *l, void (*fn)(void *arg, const struct dtrace_live *l),
		       void *arg)
{
	struct dtrace_live place = describe_link(l);
	const struct dt_bpf_link *link = l->link;
	struct dt_functions f = {0};
	struct dt_file *file = link->n_offsets && link->where ? dt_file_open(link->where) : NULL;
	bool is_read = dt_functions_read(&f, dt_elf_create(file, -1, link->where));
	const char *base = strrchr(place.path, '/');

	place.module = base ? base + 1 : "";
	for (size_t i = 0; i < link->n_offsets; i++) {
		const struct dt_function *at = NULL;
		uint64_t addr = 0;

		if (is_read && dt_elf_code_address(f.elf, link->offsets[i], &addr))
			at = dt_functions_at(&f, addr);
		place.file_offset = link->offsets[i];
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

	dt_bpf_links links = {0};
	live_list list = {0};
	struct dt_error *err = by_place ? NULL : dt_session_each_placed(fn, arg);

	if (!err)
		err = read_live(&links, &list);
	if (!err) {
		dt_vec_foreach (&list, l) {
			const struct dtrace_live link = describe_link(l);

			if (by_place)
				each_place(l, fn, arg);
			else
				fn(arg, &link);
		}
	}
	dt_vec_deinit(&list);
	dt_bpf_links_deinit(&links);
	return err;
}
