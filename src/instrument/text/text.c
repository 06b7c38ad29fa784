/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A file is analysed once for all that have it open. Its identity is that of the inode, not the
 * build id: the owner of a file chooses its build id, and a wrong set of landing points would break
 * another user's process.
 *
 * Decision: docs/dev/decisions/0096-landing-points-of-whole-files.md
 */
#include "instrument/text/internal.h"

#include "symbols/elf/gopclntab.h"

#include <elf.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

enum {
	SEGMENT_MAX = 1 << 30, // bytes
	NESTED_MAX = 16,       // functions that begin before an address and may contain it
	STRINGS_MAX = 64 << 20,
	SHARED_MAX = 1 << 20, // bytes that are in two segments
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static dt_vec(struct dt_text *) open_texts;

// ---- addresses

struct dt_text_part *dt_text_part(const struct dt_text *t, uint64_t addr)
{
	dt_vec_foreach (&t->parts, p)
		if (addr - p->addr < p->size)
			return p;
	return NULL;
}

void dt_text_mark(struct dt_text *t, uint64_t addr, unsigned marks)
{
	struct dt_text_part *p = dt_text_part(t, addr);

	if (p)
		p->marks[addr - p->addr] |= (uint8_t)marks;
}

unsigned dt_text_marks(const struct dt_text *t, uint64_t addr)
{
	const struct dt_text_part *p = dt_text_part(t, addr);

	return p ? p->marks[addr - p->addr] : 0;
}

const uint8_t *dt_text_data(const struct dt_text *t, uint64_t addr, size_t *n)
{
	dt_vec_foreach (&t->segments, s)
		if (addr - s->addr < s->size) {
			*n = (size_t)(s->size - (addr - s->addr));
			return s->bytes + (addr - s->addr);
		}
	return NULL;
}

const uint8_t *dt_text_bytes(const struct dt_text *t, uint64_t at, size_t *n)
{
	const struct dt_text_part *p = dt_text_part(t, at);

	if (!p)
		return NULL;
	*n = (size_t)(p->size - (at - p->addr));
	return p->bytes + (at - p->addr);
}

uint64_t dt_text_address(const struct dt_text *t, uint64_t offset)
{
	dt_vec_foreach (&t->parts, p)
		if (offset - p->offset < p->size)
			return p->addr + (offset - p->offset);
	return 0;
}

// ---- functions

size_t dt_text_functions_up_to(const struct dt_text *t, uint64_t addr)
{
	return dt_leading(t->functions.data, t->functions.len, e, e->addr <= addr);
}

struct dt_text_function *dt_text_function(const struct dt_text *t, uint64_t addr)
{
	size_t n = dt_text_functions_up_to(t, addr);

	for (size_t i = n; i > 0 && n - i < NESTED_MAX; i--)
		if (addr < t->functions.data[i - 1].end)
			return &t->functions.data[i - 1];
	return NULL;
}

void dt_text_refuse(struct dt_text *t, uint64_t addr, enum dt_refusal why)
{
	size_t n = dt_text_functions_up_to(t, addr);

	for (size_t i = n; i > 0 && n - i < NESTED_MAX; i--) {
		struct dt_text_function *fn = &t->functions.data[i - 1];

		if (addr < fn->end && !fn->refusal)
			fn->refusal = why;
	}
}

static int compare_functions(const void *a, const void *b)
{
	const struct dt_text_function *x = a, *y = b;

	return x->addr < y->addr ? -1 : x->addr > y->addr;
}

/** Takes the functions over: of several names the first is the usual one. */
static void take_functions(struct dt_text_reader *r)
{
	struct dt_text *t = r->t;
	size_t kept = 0;

	for (size_t i = 0; i < r->f.v.len; i++) {
		const struct dt_function *fn = &r->f.v.data[i];
		struct dt_text_part *p = dt_text_part(t, fn->addr);

		if (p && fn->size <= p->size - (fn->addr - p->addr) &&
		    (!t->functions.len || dt_vec_last(&t->functions).addr != fn->addr))
			dt_vec_push(&t->functions, (struct dt_text_function){
						       .addr = fn->addr,
						       .end = fn->addr + fn->size,
						   });
	}
	if (!t->functions.len)
		return;
	// The order was that of offsets.
	qsort(t->functions.data, t->functions.len, sizeof(*t->functions.data), compare_functions);
	for (size_t i = 1; i < t->functions.len; i++)
		if (t->functions.data[i].addr != t->functions.data[kept].addr)
			t->functions.data[++kept] = t->functions.data[i];
	t->functions.len = kept + 1;
}

// ---- refusals of functions

struct wanted {
	size_t name; // its offset in the strings
	uint64_t value;
	bool is_found;
};

static void match_symbol(void *self, const struct dt_elf_symbol *s)
{
	struct wanted *w = self;

	if (s->name == w->name && s->section != SHN_UNDEF) {
		w->value = s->value;
		w->is_found = true;
	}
}

/** Finds the value of a symbol. Returns false if no table of the file has it. */
static bool find_symbol(const struct dt_elf *e, const char *name, uint64_t *ret)
{
	static const uint32_t types[] = {SHT_SYMTAB, SHT_DYNSYM};

	for (size_t i = 0; e && i < dt_array_len(types); i++) {
		const struct dt_elf_section *table = dt_elf_section_of_type(e, types[i]);
		struct dt_span span = table ? dt_elf_strings(e, table) : (struct dt_span){0};
		dt_cleanup(dt_free_p) char *text =
		    span.file ? dt_span_load(&span, STRINGS_MAX) : NULL;
		struct wanted w = {0};
		const char *at = text ? memmem(text, span.size, name, strlen(name) + 1) : NULL;

		if (!at)
			continue;
		w.name = (size_t)(at - text);
		dt_elf_symbols(e, table, match_symbol, &w);
		*ret = w.value;
		if (w.is_found)
			return true;
	}
	return false;
}

/** Refuses code of which its program computes a checksum when it likes to: the FIPS module of
 *  BoringSSL and its kin, which lies between two symbols. */
static void refuse_checked(struct dt_text_reader *r)
{
	const struct dt_elf *files[] = {r->f.elf, r->f.separate};
	uint64_t begin, end;

	for (size_t i = 0; i < dt_array_len(files); i++)
		if (find_symbol(files[i], "BORINGSSL_bcm_text_start", &begin) &&
		    find_symbol(files[i], "BORINGSSL_bcm_text_end", &end))
			dt_vec_foreach (&r->t->functions, fn)
				if (fn->addr >= begin && fn->addr < end)
					fn->refusal = DT_REFUSE_SELF_CHECK;
}

/** Returns the address of the function that the dynamic linker calls when it has mapped or unmapped
 *  files. Its first call is later than that of the function which sets the thread pointer. */
static uint64_t find_hook(const struct dt_text_reader *r)
{
	dt_vec_foreach (&r->f.v, fn)
		if (!strcmp(fn->name, "_dl_debug_state"))
			return fn->addr;
	return 0;
}

/** Refuses code that runs while the thread pointer is not set yet: the dynamic linker but for its
 *  hook, and before main() of a program without one, its entry and the functions that choose
 *  functions. */
static void refuse_early(struct dt_text_reader *r)
{
	static const char linker[] = "ld-linux";
	uint64_t hook = find_hook(r);

	if (!r->has_no_linker)
		return;
	if (r->f.soname) {
		if (!strncmp(r->f.soname, linker, sizeof(linker) - 1))
			dt_vec_foreach (&r->t->functions, fn)
				fn->refusal = fn->addr == hook ? DT_REFUSE_NONE : DT_REFUSE_START;
		return; // else a library, whose entry means nothing
	}
	dt_text_refuse(r->t, r->entry, DT_REFUSE_START);
	dt_vec_foreach (&r->f.v, fn)
		if (fn->is_ifunc)
			dt_text_refuse(r->t, fn->addr, DT_REFUSE_START);
}

struct range {
	uint64_t low, high;
};

static void extend_range(void *self, const struct dt_elf_symbol *s)
{
	struct range *range = self;

	range->low = s->value < range->low ? s->value : range->low;
	range->high = s->value > range->high ? s->value : range->high;
}

/** Finds Go's functions, which lie together. */
static void find_go(struct dt_text_reader *r)
{
	struct range range = {UINT64_MAX, 0};
	struct dt_gopclntab go;

	if (!dt_gopclntab_read(&go, r->f.elf))
		return;
	dt_gopclntab_functions(&go, extend_range, &range);
	dt_vec_foreach (&r->t->functions, fn)
		fn->is_go = fn->addr >= range.low && fn->addr <= range.high;
}

/** Refuses the built-in functions of V8, which copies them next to the code that it generates. */
static void refuse_copied(struct dt_text_reader *r)
{
	static const char prefix[] = "Builtins_";
	uint64_t at;

	if (!find_symbol(r->f.elf, "v8_Default_embedded_blob_code_", &at) &&
	    !find_symbol(r->f.separate, "v8_Default_embedded_blob_code_", &at))
		return;
	dt_vec_foreach (&r->f.v, fn)
		if (!strncmp(fn->name, prefix, sizeof(prefix) - 1))
			dt_text_refuse(r->t, fn->addr, DT_REFUSE_COPIED);
}

static void refuse_writable(struct dt_text *t)
{
	dt_vec_foreach (&t->segments, s)
		if (s->is_executable && s->is_writable)
			dt_vec_foreach (&t->functions, fn)
				if (fn->addr - s->addr < s->size)
					fn->refusal = DT_REFUSE_GENERATED;
}

// ---- files

static void free_text(struct dt_text *t)
{
	dt_vec_foreach (&t->segments, s)
		free(s->bytes);
	dt_vec_foreach (&t->parts, p)
		free(p->marks);
	dt_vec_deinit(&t->segments);
	dt_vec_deinit(&t->parts);
	dt_vec_deinit(&t->functions);
	dt_vec_deinit(&t->claims);
	dt_vec_deinit(&t->calls);
	free(t);
}

/** Loads all segments. Returns false if they are not in the file, or overlap there. */
static bool load_segments(struct dt_text_reader *r)
{
	uint64_t left = dt_file_id(r->f.elf->file)->size + SHARED_MAX;

	dt_vec_foreach (&r->f.elf->segments, s) {
		struct dt_span span = {r->f.elf->file, s->offset, s->size};
		uint8_t *bytes;

		if (s->type != PT_LOAD || !s->size)
			continue;
		if (s->size > left)
			return false;
		left -= s->size;
		bytes = dt_span_load(&span, SEGMENT_MAX);
		if (!bytes)
			return false;
		dt_vec_push(&r->t->segments, (struct dt_text_segment){
						 .addr = s->addr,
						 .offset = s->offset,
						 .size = s->size,
						 .bytes = bytes,
						 .is_executable = s->is_executable,
						 .is_writable = s->is_writable,
					     });
	}
	return true;
}

/** Adds [addr, addr + size) of a segment as a part, unless it meets one. */
static void add_part(struct dt_text *t, const struct dt_text_segment *s, uint64_t addr,
		     uint64_t size)
{
	uint64_t at = addr - s->addr;

	if (!size || at >= s->size || size > s->size - at)
		return;
	dt_vec_foreach (&t->parts, p)
		if (addr - p->addr < p->size || p->addr - addr < size)
			return;
	dt_vec_push(&t->parts, (struct dt_text_part){
				   .addr = addr,
				   .offset = s->offset + at,
				   .size = size,
				   .bytes = s->bytes + at,
				   .marks = dt_zalloc(size),
			       });
}

static int compare_parts(const void *a, const void *b)
{
	const struct dt_text_part *x = a, *y = b;

	return x->addr < y->addr ? -1 : x->addr > y->addr;
}

/** Makes a part of each executable section. */
static void make_parts(struct dt_text_reader *r)
{
	struct dt_text *t = r->t;

	dt_vec_foreach (&t->segments, s)
		if (s->is_executable)
			dt_vec_foreach (&r->f.elf->sections, section)
				if (section->type == SHT_PROGBITS && section->flags & SHF_EXECINSTR)
					add_part(t, s, section->addr, section->size);
	if (t->parts.len)
		qsort(t->parts.data, t->parts.len, sizeof(*t->parts.data), compare_parts);
}

static void read_header(struct dt_text_reader *r)
{
	Elf64_Ehdr header;

	if (!dt_file_read(r->f.elf->file, 0, &header, sizeof(header)))
		return;
	r->is_fixed = header.e_type == ET_EXEC;
	r->entry = header.e_entry;
	r->has_no_linker = r->entry && !dt_elf_section(r->f.elf, ".interp");
}

/** Recognises parts of functions: at their start, the return address is not on top of the stack. */
static void find_parts(struct dt_text_reader *r)
{
	struct dt_frame_rule rule;

	dt_vec_foreach (&r->t->functions, fn)
		fn->is_part = dt_frames_rule(&r->f.frames, fn->addr, &rule) &&
			      (rule.from_bp || rule.return_at);
}

static void analyse(struct dt_text_reader *r)
{
	read_header(r);
	make_parts(r);
	take_functions(r);
	find_go(r);
	find_parts(r);
	dt_text_sweep(r);
	dt_text_read_pointers(r);
	dt_text_read_tables(r);
	refuse_writable(r->t);
	refuse_early(r);
	refuse_checked(r);
	refuse_copied(r);
	dt_vec_foreach (&r->t->segments, s)
		if (!s->is_executable) {
			free(s->bytes);
			s->bytes = NULL;
			s->size = 0;
		}
}

static void reader_deinit(struct dt_text_reader *r)
{
	dt_functions_deinit(&r->f);
	dt_vec_deinit(&r->bases);
	dt_vec_deinit(&r->jumps);
	dt_vec_deinit(&r->switches);
	dt_vec_deinit(&r->words);
}

struct dt_error *dt_text_read(struct dt_elf *e, struct dt_text **ret)
{
	struct dt_text_reader r = {.t = dt_zalloc(sizeof(*r.t))};
	struct dt_error *err = NULL;

	r.t->users = 1;
	if (!dt_functions_read(&r.f, e)) {
		err = dt_error_new(DT_ERR_OTHER, "no ELF file of this machine");
	} else {
		r.t->id = *dt_file_id(e->file);
		r.t->is_32bit = r.f.is_32bit;
		if (!r.t->is_32bit && !load_segments(&r))
			err = dt_error_new(DT_ERR_OTHER, "the file lacks parts of its segments");
		else if (!r.t->is_32bit)
			analyse(&r);
	}
	reader_deinit(&r);
	if (err)
		free_text(r.t);
	else
		*ret = r.t;
	return err;
}

/** Returns the open text of a file, or NULL. */
static struct dt_text *find_open(const struct dt_file_id *id)
{
	dt_vec_foreach (&open_texts, p) {
		const struct dt_file_id *other = &(*p)->id;

		if (other->device == id->device && other->inode == id->inode &&
		    other->size == id->size && other->changed == id->changed)
			return *p;
	}
	return NULL;
}

struct dt_error *dt_text_open(const char *path, struct dt_text **ret)
{
	struct dt_file *file = dt_file_open(path);
	struct dt_error *err = NULL;
	struct dt_text *t;

	if (!file)
		return dt_error_os(errno, "open %s", path);
	pthread_mutex_lock(&lock);
	t = find_open(dt_file_id(file));
	if (t) {
		t->users++;
		dt_file_destroy(file);
	} else {
		err = dt_error_wrap(dt_text_read(dt_elf_create(file, -1, path), &t), "%s", path);
		if (!err)
			dt_vec_push(&open_texts, t);
	}
	pthread_mutex_unlock(&lock);
	if (!err)
		*ret = t;
	return err;
}

void dt_text_close(struct dt_text *t)
{
	if (!t)
		return;
	pthread_mutex_lock(&lock);
	if (--t->users == 0) {
		for (size_t i = 0; i < open_texts.len; i++)
			if (open_texts.data[i] == t)
				open_texts.data[i] = dt_vec_pop(&open_texts);
		if (!open_texts.len)
			dt_vec_deinit(&open_texts);
		free_text(t);
	}
	pthread_mutex_unlock(&lock);
}

typedef enum dt_refusal plan_fn(struct dt_text *t, uint64_t addr, struct dt_plan *ret);

static enum dt_refusal plan_locked(struct dt_text *t, uint64_t offset, plan_fn *plan,
				   struct dt_plan *ret)
{
	enum dt_refusal why;

	pthread_mutex_lock(&lock);
	why = plan(t, dt_text_address(t, offset), ret);
	pthread_mutex_unlock(&lock);
	return why;
}

enum dt_refusal dt_text_plan_entry(struct dt_text *t, uint64_t offset, struct dt_plan *ret)
{
	return plan_locked(t, offset, dt_text_plan_function, ret);
}

enum dt_refusal dt_text_plan_offset(struct dt_text *t, uint64_t offset, struct dt_plan *ret)
{
	return plan_locked(t, offset, dt_text_plan_insn, ret);
}

enum dt_refusal dt_text_plan_body(struct dt_text *t, uint64_t offset, struct dt_body *ret)
{
	enum dt_refusal why;

	pthread_mutex_lock(&lock);
	why = dt_text_plan_unit(t, dt_text_address(t, offset), ret);
	pthread_mutex_unlock(&lock);
	return why;
}

void dt_text_release_body(struct dt_text *t, const struct dt_body *b)
{
	pthread_mutex_lock(&lock);
	dt_vec_foreach (&b->landings, l)
		for (uint64_t k = 0; k < DT_JUMP; k++) {
			uint64_t at = (l->hop ? l->hop : l->at) + k;
			struct dt_text_part *p = dt_text_part(t, at);

			if (p)
				p->marks[at - p->addr] &= (uint8_t)~DT_MARK_TAKEN;
		}
	pthread_mutex_unlock(&lock);
}

void dt_body_deinit(struct dt_body *b)
{
	dt_vec_deinit(&b->insns);
	dt_vec_deinit(&b->landings);
	dt_vec_deinit(&b->blocks);
	dt_vec_deinit(&b->steps);
}
