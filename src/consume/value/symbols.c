/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The forms of addresses in output. Source: the illumos DTrace guide, "Actions and Subroutines",
 * and dt_print_stack() of illumos' <libdtrace/common/dt_consume.c>.
 *
 * If a call never returns, its return address may be the first byte of the next function. Therefore
 * all frames except the first are looked up one byte before.
 */
#include "consume/value/symbols.h"

#include "symbols/demangle.h"

#include <stdlib.h>
#include <string.h>

static bool is_user(const struct dt_field *f)
{
	return f->kind == DT_FIELD_USTACK || f->kind == DT_FIELD_USYM;
}

static bool action_has_users(const struct dt_action_desc *a)
{
	for (size_t i = 0; i < a->n_fields; i++)
		if (is_user(&a->fields[i]))
			return true;
	return a->format && strstr(a->format, "%A"); // an address of the target
}

static bool has_users(const struct dt_program_desc *p)
{
	for (size_t i = 0; i < p->n_clauses; i++)
		for (size_t k = 0; k < p->clauses[i].n_actions; k++)
			if (action_has_users(&p->clauses[i].actions[k]))
				return true;
	for (size_t i = 0; i < p->n_aggs; i++)
		for (size_t k = 0; k < p->aggs[i].n_keys; k++)
			if (is_user(&p->aggs[i].keys[k]))
				return true;
	return false;
}

struct dt_error *dt_symbols_init(struct dt_symbols *s, const struct dt_program_desc *program,
				 struct dt_watch *watch, const struct dt_options *options)
{
	*s = (struct dt_symbols){
	    .is_off = !options->v[DT_OPT_stacksymbols],
	    .demangles = options->v[DT_OPT_demangle],
	    .has_inlined = options->v[DT_OPT_stackinline],
	    .has_lines = options->v[DT_OPT_stacklines],
	};
	if (s->is_off || !has_users(program))
		return NULL;
	if (options->v[DT_OPT_debuginfod])
		DT_TRY(dt_fetcher_create((uint64_t)options->v[DT_OPT_debuginfodtime],
					 &s->processes.images.fetcher));
	s->processes.images.wants_lines = s->has_inlined || s->has_lines;
	s->watch = watch;
	dt_processes_listen(&s->processes, watch);
	dt_processes_scan(&s->processes);
	return NULL;
}

void dt_symbols_deinit(struct dt_symbols *s)
{
	dt_vec_foreach (&s->rows, r)
		free(r->text);
	dt_vec_deinit(&s->rows);
	dt_map_deinit(&s->row_of);
	dt_processes_deinit(&s->processes);
	dt_kernel_symbols_deinit(&s->kernel);
}

void dt_symbols_refresh(struct dt_symbols *s)
{
	if (s->watch)
		dt_watch_read(s->watch);
}

void dt_symbols_may_wait(struct dt_symbols *s)
{
	s->processes.images.may_wait = true;
}

/** Appends a sentence on the missing data of one or more files, and why. */
static void complain_of(const char *what, const struct dt_left_out *files, const char *why,
			struct dt_str *ret)
{
	if (!files->n)
		return;
	dt_str_printf(ret, "%sthe %s of %s", ret->len ? "; " : "", what, files->first);
	if (files->n > 1)
		dt_str_printf(ret, " and %zu other file%s", files->n - 1, files->n > 2 ? "s" : "");
	dt_str_printf(ret, " %s", why);
}

void dt_symbols_complain(const struct dt_symbols *s, struct dt_str *ret)
{
	const struct dt_images *images = &s->processes.images;

	if (dt_kernel_symbols_are_hidden(&s->kernel))
		dt_str_append(ret,
			      "the kernel hides its symbols from this user (CAP_SYSLOG; sysctl "
			      "kernel.kptr_restrict): its addresses have no names");
	complain_of("symbols", &images->late,
		    "took too long to read: addresses there have no names", ret);
	complain_of("symbols", &images->foreign,
		    "were not read, because another user's program serves them (FUSE): addresses "
		    "there have no names",
		    ret);
	complain_of("debug information", &images->large,
		    "exceeds the size that such a file can hold: addresses there have no lines",
		    ret);
}

static bool find_symbol(struct dt_symbols *s, int64_t pid, uint64_t addr, struct dt_symbol *ret)
{
	if (s->is_off)
		return false;
	if (pid == DT_KERNEL)
		return dt_kernel_symbol(&s->kernel, addr, ret);
	return dt_process_symbol(&s->processes, (int)pid, addr, ret);
}

/** Appends a name, demangled or as in the symbol table. */
static void append_name(struct dt_str *out, const char *name, bool demangles)
{
	dt_cleanup(dt_free_p) char *plain = demangles ? dt_demangle(name) : NULL;

	dt_str_append(out, plain ? plain : name);
}

void dt_symbols_show_name(const struct dt_symbols *s, struct dt_str *out, const char *name)
{
	append_name(out, name, s->demangles);
}

size_t dt_symbols_lines(struct dt_symbols *s, int64_t pid, uint64_t addr,
			const struct dt_line **ret)
{
	if (s->is_off || pid == DT_KERNEL || !(s->has_inlined || s->has_lines))
		return 0;
	return dt_process_lines(&s->processes, (int)pid, addr, ret);
}

static void append_symbol(struct dt_symbols *s, struct dt_str *out, int64_t pid, uint64_t addr,
			  enum dt_symbol_form form, bool demangles)
{
	bool is_return = form == DT_FORM_RETURN || form == DT_FORM_CALLER;
	unsigned long long shown = addr;
	struct dt_symbol sym;

	if (!find_symbol(s, pid, addr - is_return, &sym)) {
		dt_str_printf(out, "0x%llx", shown);
		return;
	}
	if (sym.object)
		dt_str_append(out, sym.object);
	if (form == DT_FORM_OBJECT) {
		if (!sym.object)
			dt_str_append(out, sym.name);
		return;
	}
	if (sym.object)
		dt_str_append_c(out, '`');
	if (!sym.name) {
		dt_str_printf(out, "0x%llx", (unsigned long long)sym.own + is_return);
		return;
	}
	append_name(out, sym.name, demangles && pid != DT_KERNEL);
	if (form != DT_FORM_SYMBOL && form != DT_FORM_CALLER && addr != sym.start)
		dt_str_printf(out, "+0x%llx", shown - sym.start);
}

// ---- representatives of several fields, with the number of the row as process id

enum { FIRST_ROW = DT_KERNEL - 1 }; // further rows descend

static const struct dt_symbol_row *row_at(const struct dt_symbols *s, int64_t pid)
{
	size_t i = (size_t)(FIRST_ROW - pid);

	return pid <= FIRST_ROW && i < s->rows.len ? &s->rows.data[i] : NULL;
}

/** Returns the number of the row with the text of a process's address; creates it if needed. */
static size_t find_symbol_row(struct dt_symbols *s, int64_t pid, uint64_t addr,
			      enum dt_symbol_form form)
{
	struct dt_str linked = {0}, shown = {0};
	uintptr_t at;

	append_symbol(s, &linked, pid, addr, form, false);
	at = (uintptr_t)dt_map_get(&s->row_of, linked.data, linked.len);
	if (!at) {
		append_symbol(s, &shown, pid, addr, form, s->demangles);
		dt_vec_push(&s->rows, (struct dt_symbol_row){dt_str_take(&shown), addr, (int)pid});
		at = s->rows.len;
		dt_map_put(&s->row_of, linked.data, linked.len, (void *)at);
	}
	dt_str_deinit(&linked);
	return at - 1;
}

void dt_symbols_show(struct dt_symbols *s, struct dt_str *out, int64_t pid, uint64_t addr,
		     enum dt_symbol_form form)
{
	const struct dt_symbol_row *row = row_at(s, pid);

	if (row)
		dt_str_append(out, row->text);
	else
		append_symbol(s, out, pid, addr, form, s->demangles);
}

/** Reads the process and the address of a SYM or USYM field. */
static uint64_t read_field(const struct dt_field *f, const uint8_t *base, int64_t *pid)
{
	uint64_t words[2] = {(uint64_t)DT_KERNEL, 0};

	if (f->kind == DT_FIELD_USYM)
		memcpy(words, base + f->offset, sizeof(words));
	else
		memcpy(&words[1], base + f->offset, sizeof(words[1]));
	*pid = (int64_t)words[0];
	return words[1];
}

void dt_symbols_show_field(struct dt_symbols *s, struct dt_str *out, const struct dt_field *f,
			   const uint8_t *base)
{
	int64_t pid;
	uint64_t addr = read_field(f, base, &pid);

	dt_symbols_show(s, out, pid, addr, f->form);
}

int dt_symbols_process(const struct dt_symbols *s, const struct dt_field *f, const uint8_t *base)
{
	const struct dt_symbol_row *row;
	int64_t pid;

	read_field(f, base, &pid);
	row = row_at(s, pid);
	return row ? row->pid : pid == DT_KERNEL ? 0 : (int)pid;
}

/** Returns the address that represents all addresses with the same text. */
static uint64_t same_in_kernel(struct dt_symbols *s, enum dt_symbol_form form, uint64_t addr)
{
	struct dt_symbol sym;

	if (form == DT_FORM_ADDRESS || !find_symbol(s, DT_KERNEL, addr, &sym))
		return addr;
	return form == DT_FORM_OBJECT ? sym.object_start : sym.start;
}

void dt_symbols_same(struct dt_symbols *s, const struct dt_field *f, const uint8_t *base,
		     uint8_t *to)
{
	int64_t pid;
	uint64_t addr = read_field(f, base, &pid);

	if (f->kind == DT_FIELD_USYM) {
		size_t row = find_symbol_row(s, pid, addr, f->form);
		uint64_t words[] = {(uint64_t)(FIRST_ROW - (int64_t)row), s->rows.data[row].addr};

		memcpy(to, words, sizeof(words));
	} else {
		addr = same_in_kernel(s, f->form, addr);
		memcpy(to, &addr, sizeof(addr));
	}
}

/** Prefixes of the kernel functions through which a probe calls a program. */
static const char *const own_functions[] = {
    "bpf_trace_run",	 // bpf_trace_run1 … 12
    "__bpf_trace_",	 // of each tracepoint
    "__traceiter_",	 // of a tracepoint with several programs
    "trace_call_bpf",	 // trace events
    "perf_trace_",	 // the same
    "bpf_prog_test_run", // BEGIN and END
    "__bpf_prog_test_run",
    "bpf_get_stack", // ERROR, which reads the thread's own stack
    "bpf_get_task_stack",  "__bpf_get_stack",  "__bpf_get_task_stack",
    "get_callchain_entry", "stack_trace_save", "arch_stack_walk",
};

static bool is_own(struct dt_symbols *s, uint64_t addr)
{
	struct dt_symbol sym;

	if (s->is_off)
		return false;
	if (!dt_kernel_symbol(&s->kernel, addr, &sym)) // a program without a visible name
		return !dt_kernel_symbols_are_hidden(&s->kernel);
	if (!strcmp(sym.object, "bpf"))
		return true;
	for (size_t i = 0; i < dt_array_len(own_functions); i++)
		if (!strncmp(sym.name, own_functions[i], strlen(own_functions[i])))
			return true;
	return false;
}

uint32_t dt_symbols_frames(struct dt_symbols *s, const struct dt_field *f, const uint8_t *base,
			   const uint8_t **ret, bool *is_limited)
{
	uint32_t n, flags, wanted = 0, skipped = 0;
	uint64_t addr;

	*ret = base + f->offset + 8;
	memcpy(&flags, base + f->offset, sizeof(flags));
	*is_limited = flags & DT_STACK_LIMITED;
	n = flags & DT_STACK_COUNT;
	n = n < f->max_frames ? n : f->max_frames;
	if (f->kind == DT_FIELD_KSTACK)
		memcpy(&wanted, base + f->offset + 4, sizeof(wanted));
	if (!wanted)
		return n;
	for (; flags & DT_STACK_OWN && skipped < n; skipped++, *ret += sizeof(addr)) {
		memcpy(&addr, *ret, sizeof(addr));
		if (!is_own(s, addr))
			break;
	}
	n -= skipped;
	*is_limited |= n > wanted;
	return n < wanted ? n : wanted;
}

bool dt_symbols_uncertain(struct dt_symbols *s, const struct dt_field *f, const uint8_t *base,
			  uint32_t i)
{
	uint32_t head[2]; // count, pid
	uint64_t before;

	if (!i || f->kind != DT_FIELD_USTACK || s->is_off)
		return false;
	memcpy(head, base + f->offset, sizeof(head));
	if (i == 1 && head[0] & DT_STACK_CALLER)
		return false;
	memcpy(&before, base + f->offset + 8 + 8 * (size_t)(i - 1), sizeof(before));
	if (head[0] & DT_STACK_TABLES)
		return (head[0] & DT_STACK_GUESS) >> DT_STACK_GUESS_SHIFT == i ||
		       dt_process_is_nameless(&s->processes, (int)head[1], before);
	return dt_process_hides_caller(&s->processes, (int)head[1], before - (i > 1));
}

bool dt_symbols_is_cut(const struct dt_field *f, const uint8_t *base)
{
	uint32_t count;

	memcpy(&count, base + f->offset, sizeof(count));
	return f->kind == DT_FIELD_USTACK && count & DT_STACK_CUT;
}
