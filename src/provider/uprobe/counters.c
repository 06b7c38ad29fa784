/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Counters of attached probes that several probes of one address share. A probe that a program
 * declares may lie on the first instruction of a function whose entry is probed, too. The kernel
 * raises one counter for each address in a file, and refuses a second uprobe there with another
 * counter or none. Therefore all probes of the address have the same one, whatever their providers.
 * Counters of further declared probes at that address are not raised.
 */
#include "provider/uprobe/uprobe.h"

#include <string.h>
#include <sys/stat.h>

struct address {
	uint64_t device, inode, offset;
};

/** Sets the file of an address. Returns false if it cannot be found. */
static bool set_file(struct address *a, const char *path)
{
	struct stat st;

	if (stat(path, &st))
		return false;
	a->device = st.st_dev;
	a->inode = st.st_ino;
	return true;
}

void dt_uprobe_note_counters(struct dt_links *links, struct dt_probe *const *probes, size_t n)
{
	struct address a = {0};

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < probes[i]->n_sites; k++) {
			const struct dt_site *s = &probes[i]->sites[k];

			a.offset = s->offset;
			if (s->semaphore && set_file(&a, s->path) &&
			    !dt_map_get(&links->counters, &a, sizeof(a)))
				dt_map_put(&links->counters, &a, sizeof(a),
					   (void *)(uintptr_t)s->semaphore);
		}
}

void dt_uprobe_counters(const struct dt_links *links, const struct dt_site *const *sites, size_t n,
			uint64_t *ret)
{
	struct address a = {0};
	bool is_found = links->counters.len && set_file(&a, (*sites)->path);

	for (size_t i = 0; i < n; i++) {
		a.offset = sites[i]->offset;
		ret[i] = is_found ? (uintptr_t)dt_map_get(&links->counters, &a, sizeof(a)) : 0;
		if (!ret[i])
			ret[i] = sites[i]->semaphore;
	}
}
