/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Opens the files that processes have mapped, and reads the choices of their IFUNCs.
 *
 * A file is opened through /proc/PID/map_files, which always leads to the mapped file, even if it
 * was deleted or is in another mount namespace. The descriptor stays open, and probes are attached
 * by its path under /proc/self/fd.
 *
 * A process chooses the function of an IFUNC when it starts. The choice is read from the words in
 * memory that hold it: those of the file's own calls, or else those of other files, by name.
 */
#include "provider/pid/internal.h"

#include "symbols/process/mapped.h"
#include "symbols/process/memory.h"

#include <errno.h>
#include <string.h>

static void files_deinit(struct dt_map *files)
{
	struct dt_map_entry *e;

	for (size_t at = 0; (e = dt_map_next(files, &at));) {
		struct dt_pid_file *f = e->value;

		dt_dwarf_source_destroy(f->types);
		dt_functions_deinit(&f->functions);
		free(f);
	}
	dt_map_deinit(files);
}

static void pid_deinit(void *state)
{
	struct dt_pid *p = state;

	dt_map_deinit(&p->probes);
	files_deinit(&p->files);
	dt_map_deinit(&p->seen);
}

struct dt_pid *dt_pid_of(struct dt_registry *r)
{
	static const struct dt_state own = {.size = sizeof(struct dt_pid), .deinit = pid_deinit};

	return dt_registry_state(r, &own);
}

struct dt_pid_file *dt_pid_file(struct dt_registry *r, const struct dt_process_code *p,
				const struct dt_code_mapping *m)
{
	struct dt_map *files = &dt_pid_of(r)->files;
	struct dt_pid_file *f = dt_map_get_str(files, m->key);
	struct dt_elf *e;

	if (f)
		return f;
	e = dt_mapped_open(p->pid, &m->at);
	if (!e && errno != EREMOTE)
		return NULL;
	f = dt_zalloc(sizeof(*f));
	if (e) {
		f->path = dt_arena_printf(r->arena, "/proc/self/fd/%d", dt_file_fd(e->file));
		f->is_elf = dt_functions_read(&f->functions, e);
	} else {
		f->is_foreign = true;
		dt_registry_skip_file(r, "pid", m->module);
	}
	dt_map_put_str(files, m->key, f);
	return f;
}

// ---- IFUNC

/** Computes the difference between addresses of the process and of the file. */
static bool bias_of(const struct dt_pid_file *f, const struct dt_code_mapping *m, uint64_t *ret)
{
	uint64_t addr;

	if (!dt_elf_code_address(f->functions.elf, m->at.offset, &addr))
		return false;
	*ret = m->at.start - addr;
	return true;
}

/** Reads a word of the process and finds its address in the file. Returns false if that is not in
 *  the file's code. */
static bool read_slot(struct dt_memory *memory, uint64_t at, const struct dt_pid_file *f,
		      uint64_t bias, struct dt_function *ret)
{
	uint64_t word = 0;
	size_t size = dt_machine_of(f->functions.is_32bit)->calls.word;

	return dt_memory_read(memory, at, &word, size) && word &&
	       dt_functions_code(&f->functions, word - bias, ret);
}

static bool find_choice(struct dt_registry *r, struct dt_memory *memory,
			const struct dt_process_code *p, const struct dt_code_mapping *m,
			const struct dt_function *ifunc, struct dt_function *ret)
{
	struct dt_pid_file *own = dt_pid_file(r, p, m);
	uint64_t bias, other_bias;

	if (!bias_of(own, m, &bias))
		return false;
	dt_functions_read_slots(&own->functions);
	dt_vec_foreach (&own->functions.slots, s)
		if (s->chooser && s->chooser == ifunc->addr &&
		    read_slot(memory, s->addr + bias, own, bias, ret) && ret->addr != ifunc->addr)
			return true;
	dt_vec_foreach (&p->maps, other) {
		struct dt_pid_file *f = dt_pid_file(r, p, other);

		if (!f || !f->is_elf || !bias_of(f, other, &other_bias))
			continue;
		dt_functions_read_slots(&f->functions);
		dt_vec_foreach (&f->functions.slots, s)
			if (s->name && !strcmp(s->name, ifunc->name) &&
			    read_slot(memory, s->addr + other_bias, own, bias, ret) &&
			    ret->addr != ifunc->addr)
				return true;
	}
	return false;
}

bool dt_pid_chosen(struct dt_registry *r, const struct dt_process_code *p,
		   const struct dt_code_mapping *m, const struct dt_function *ifunc,
		   struct dt_function *ret)
{
	const struct dt_function *known;
	struct dt_memory memory;
	bool found = dt_memory_open(&memory, p->pid) && find_choice(r, &memory, p, m, ifunc, ret);

	dt_memory_deinit(&memory);
	if (!found)
		return false;
	known = dt_functions_at(&dt_pid_file(r, p, m)->functions, ret->addr);
	if (!known || known->addr != ret->addr)
		return false;
	*ret = *known;
	return true;
}
