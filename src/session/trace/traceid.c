/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * traceid and spanid: publishes where each process keeps the variable of its trace context
 * (abi/traceid.h). Before probes are attached, all processes are examined, as many as there is time
 * for. Later each process is examined when it has executed or mapped a file that exports the
 * variable. Our programs copy the entry at a fork, and remove it at an exec and at the end
 * (lower/account/).
 *
 * Decision: docs/dev/decisions/0088-trace-context-by-linker-words.md
 */
#include "session/process/process.h"
#include "session/program/program.h"
#include "session/trace/feed.h"
#include "session/trace/trace.h"

#include "abi/traceid.h"
#include "base/time.h"
#include "provider/process/code.h"
#include "symbols/elf/tls.h"
#include "symbols/process/mapped.h"

#include <limits.h>
#include <string.h>

static const char variable[] = "otel_thread_ctx_v1";

enum { FILES = 8192 }; // known files, until all are forgotten

// ns
static const uint64_t at_start = UINT64_C(1000000000), fresh = UINT64_C(60000000000);

/** Reports whether the file with this dt_code_key() was examined lately. The known files have the
 * time of that, odd if they export the variable. */
static bool is_known(struct dtrace *d, const char *key, bool *exports)
{
	uint64_t known = (uintptr_t)dt_map_get_str(&d->feeding->trace_files, key);

	*exports = known & 1;
	return known && dt_now() - known < fresh;
}

static void make_known(struct dtrace *d, const char *key, bool exports)
{
	if (d->feeding->trace_files.len >= FILES)
		dt_map_deinit(&d->feeding->trace_files);
	dt_map_put_str(&d->feeding->trace_files, key,
		       (void *)(uintptr_t)((dt_now() & ~UINT64_C(1)) | exports));
}

/** Reports whether a file that a process has mapped exports the variable. */
static bool exports_variable(struct dtrace *d, pid_t pid, const struct dt_proc_mapping *m)
{
	struct dt_tls_variable v;
	char key[DT_CODE_KEY];
	struct dt_elf *e;
	bool exports;

	if (!m->is_executable || m->path[0] != '/')
		return false;
	if (is_known(d, dt_code_key(m, key), &exports))
		return exports;
	e = dt_mapped_open(pid, m);
	exports = e && dt_tls_find(e, variable, &v);
	dt_elf_destroy(e);
	make_known(d, key, exports);
	return exports;
}

/** Computes the place of the variable in a process from a mapping of its file. Returns false if
 *  that is not known. */
static bool place_of(pid_t pid, const struct dt_proc_mapping *m, bool is_program,
		     struct dt_trace_place *ret)
{
	struct dt_elf *e = dt_mapped_open(pid, m);
	struct dt_tls_variable v;
	uint64_t own;
	bool found = e && dt_tls_find(e, variable, &v) && dt_elf_code_address(e, m->offset, &own) &&
		     (is_program || v.kind != DT_TLS_THREAD);

	dt_elf_destroy(e);
	if (!found)
		return false;
	*ret = (struct dt_trace_place){.kind = is_program ? DT_TLS_THREAD : v.kind,
				       .offset = is_program ? v.distance : (int64_t)v.offset,
				       .at = is_program ? 0 : v.at + (m->start - own),
				       .vector = (dt_s16)dt_arch.tls_vector};
	return true;
}

/** Reports whether the program's dynamic linker is that of musl. */
static bool is_of_musl(pid_t pid, const struct dt_proc_mapping *program)
{
	static const char musl[] = "/ld-musl-";
	struct dt_elf *e = dt_mapped_open(pid, program);
	struct dt_span linker =
	    e ? dt_elf_span(e, dt_elf_section(e, ".interp")) : (struct dt_span){0};
	dt_cleanup(dt_free_p) char *path = dt_span_load(&linker, PATH_MAX);
	bool found = path && memmem(path, linker.size, musl, strlen(musl));

	dt_elf_destroy(e);
	return found;
}

/** Finds the variable of a process: the program's own, else that of its first library that has
 *  one. */
static bool find_place(struct dtrace *d, pid_t pid, struct dt_trace_place *ret)
{
	dt_cleanup(dt_free_p) char *path = dt_proc_executable(pid);
	struct dt_proc_mapping m, program = {.path = ""};
	bool found = false, of_program = false;
	struct dt_proc_maps maps;

	if (!path || !dt_proc_maps_open(&maps, pid))
		return false;
	while (dt_proc_maps_next(&maps, &m)) {
		bool is_program = !strcmp(m.path, path);

		if (is_program && m.is_executable) {
			program = m;
			program.path = path;
		}
		if (of_program || (found && !is_program) || !exports_variable(d, pid, &m) ||
		    !place_of(pid, &m, is_program, ret))
			continue;
		found = true;
		of_program = is_program;
	}
	dt_proc_maps_close(&maps);
	if (found && !of_program && is_of_musl(pid, &program)) {
		ret->is_musl = true;
		ret->vector = (dt_s16)dt_arch.tls_vector_musl;
	}
	return found;
}

static bool has_ended(pid_t pid)
{
	dt_cleanup(dt_free_p) char *program = dt_proc_executable(pid);

	return !program;
}

static void examine(struct dtrace *d, pid_t pid)
{
	uint32_t key = (uint32_t)pid;
	struct dt_trace_place place;

	if (find_place(d, pid, &place))
		dt_session_table_put(d, DT_TABLE_TRACE_PLACES, &key, &place);
	// Our program at the end of a process may have run before that.
	if (has_ended(pid))
		dt_session_table_remove(d, DT_TABLE_TRACE_PLACES, &key);
}

static bool is_wanted(const struct dtrace *d)
{
	return d->programs->desc->tables[DT_TABLE_TRACE_PLACES] != 0;
}

static bool concerns(struct dtrace *d, pid_t pid)
{
	return true;
}

static struct dt_error *look(struct dtrace *d, struct dt_reported *r)
{
	bool has_new = !r->maps.len; // else reports were lost

	dt_vec_foreach (&r->maps, m)
		has_new = has_new || exports_variable(d, r->pid, m);
	if (has_new)
		examine(d, r->pid);
	return NULL;
}

static void examine_targets(struct dtrace *d)
{
	dt_vec_foreach (&d->targets->list, t)
		examine(d, t->pid);
}

struct start {
	struct dtrace *d;
	uint64_t until;
	bool is_late;
};

static void examine_in_time(void *self, pid_t pid)
{
	struct start *s = self;

	if (dt_now() < s->until)
		examine(s->d, pid);
	else
		s->is_late = true;
}

static void prepare(struct dtrace *d)
{
	struct start s = {.d = d, .until = dt_now() + at_start};

	examine_targets(d);
	dt_error_destroy(dt_proc_each(examine_in_time, &s));
	if (s.is_late)
		d->feeding->walk_due = dt_now();
}

void dt_session_trace_ids_load(struct dtrace *d)
{
	if (!is_wanted(d) || d->options.v[DT_OPT_evaltime] == DT_EVALTIME_EXEC)
		return;
	dt_error_destroy(dt_session_targets_load(d));
	examine_targets(d);
}

const struct dt_feed dt_feed_trace_ids = {
    .is_wanted = is_wanted,
    .prepare = prepare,
    .concerns = concerns,
    .look = look,
};
