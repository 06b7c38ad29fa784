/* SPDX-License-Identifier: BSD-2-Clause */
#include "place/program/maps.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>

enum { PATH_SIZE = 64, MAX_TEXT = 1 << 28, MINOR_BITS = 32 };

/** Parses a line such as "7f00-7f01 r-xp 0000 fe:00 123   /lib/x.so". */
static bool parse_mapping(char *line, struct dt_mapping *ret)
{
	unsigned long begin, end, offset, inode;
	unsigned major, minor;
	char flags[5];
	int name = 0;

	if (sscanf(line, "%lx-%lx %4s %lx %x:%x %lu %n", &begin, &end, flags, &offset, &major,
		   &minor, &inode, &name) < 7)
		return false;
	*ret = (struct dt_mapping){.begin = begin,
				   .end = end,
				   .readable = flags[0] == 'r',
				   .writable = flags[1] == 'w',
				   .executable = flags[2] == 'x',
				   .shared = flags[3] == 's',
				   .offset = offset,
				   .device = (uint64_t)major << MINOR_BITS | minor,
				   .inode = inode,
				   .name = line + name};
	return true;
}

struct dt_error *dt_maps_read(pid_t tid, struct dt_maps *ret)
{
	dt_cleanup(dt_close_p) int fd = -1;
	struct dt_maps m = {0};
	struct dt_mapping one;
	char path[PATH_SIZE], *save = NULL;

	snprintf(path, sizeof(path), "/proc/%d/task/%d/maps", tid, tid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || !dt_str_read(&m.text, fd, MAX_TEXT)) {
		int failed = errno;

		dt_maps_deinit(&m);
		return dt_error_os(failed, "failed to read %s", path);
	}
	for (char *line = m.text.data ? strtok_r(m.text.data, "\n", &save) : NULL; line;
	     line = strtok_r(NULL, "\n", &save))
		if (parse_mapping(line, &one))
			dt_vec_push(&m.v, one);
	*ret = m;
	return NULL;
}

void dt_maps_deinit(struct dt_maps *m)
{
	dt_vec_deinit(&m->v);
	dt_str_deinit(&m->text);
}

const struct dt_mapping *dt_maps_find(const struct dt_maps *m, uint64_t at)
{
	size_t i = dt_leading(m->v.data, m->v.len, e, e->end <= at);

	return i < m->v.len && m->v.data[i].begin <= at ? &m->v.data[i] : NULL;
}

const struct dt_mapping *dt_maps_named(const struct dt_maps *m, const char *name)
{
	dt_vec_foreach (&m->v, p)
		if (strcmp(p->name, name) == 0)
			return p;
	return NULL;
}
