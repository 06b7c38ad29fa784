/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions between a tracepoint and a raw tracepoint program are __traceiter_EVENT if several
 * programs trace the event, __bpf_trace_CLASS unless the compiler turned its call into a jump, and
 * bpf_trace_runN.
 *
 * The kernel does not expose the class of an event. But the functions that the kernel's macros
 * define for tracing are adjacent: for all tracepoints of a source file, first the iterators, then
 * the others, with few functions between. Hence the class's function is in one of the next runs of
 * such functions after the event's iterator, and all other functions in a run belong to tracing,
 * too.
 */
#include "symbols/kernel/tracing_frames.h"

#include <stdio.h>
#include <string.h>

enum { RUNS = 2 }; // sufficed for all events of a kernel whose class is known

static const char class_function[] = "__bpf_trace_";

static bool begins_with(const char *text, const char *beginning)
{
	return !strncmp(text, beginning, strlen(beginning));
}

static bool is_machinery(const char *name)
{
	static const char *const beginnings[] = {class_function,
						 "__traceiter_",
						 "__probestub_",
						 "perf_trace_",
						 "do_perf_trace_",
						 "trace_event_raw_event_",
						 "do_trace_event_raw_event_",
						 "trace_raw_output_",
						 "trace_event_get_offsets_"};

	if (begins_with(name, "__pfx_"))
		name += strlen("__pfx_");
	for (size_t i = 0; i < dt_array_len(beginnings); i++)
		if (begins_with(name, beginnings[i]))
			return true;
	return false;
}

/** Finds the runs of class functions after `addr`. */
static size_t find_runs(const struct dt_symtab *t, uint64_t addr, uint64_t (*ret)[2])
{
	const struct dt_symtab_entry *begin = NULL, *end = t->v.data + t->v.len;
	bool has_class = false;
	size_t n = 0;

	for (const struct dt_symtab_entry *e = dt_symtab_find(t, addr); e < end && n < RUNS; e++) {
		const char *name = dt_symtab_name(t, e);

		if (is_machinery(name)) {
			begin = begin ? begin : e;
			has_class |= begins_with(name, class_function);
			continue;
		}
		if (has_class) {
			ret[n][0] = begin->addr;
			ret[n++][1] = e->addr;
		}
		begin = NULL;
		has_class = false;
	}
	return n;
}

static bool find_function(struct dt_kernel_symbols *k, const char *beginning, const char *rest,
			  uint64_t ret[2])
{
	dt_cleanup(dt_free_p) char *name = dt_asprintf("%s%s", beginning, rest);

	return dt_kernel_function(k, name, ret);
}

size_t dt_tracing_frames(struct dt_kernel_symbols *k, const char *event, unsigned n_args,
			 uint64_t (*ret)[2])
{
	char count[16];
	size_t n = 0;
	bool iterator;

	snprintf(count, sizeof(count), "%u", n_args ? n_args : 1);
	n += find_function(k, "bpf_trace_run", count, ret[n]);
	iterator = find_function(k, "__traceiter_", event, ret[n]);
	n += iterator;
	if (find_function(k, class_function, event, ret[n])) {
		n++;
	} else if (iterator) {
		dt_kernel_symbols_read(k);
		n += find_runs(&k->table, ret[n - 1][0], ret + n);
	}
	return n;
}
