/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The description of an anonymous session: 8-byte numbers, and strings as a length and bytes, in a
 * fixed order. Its first string is the version; other versions refuse to read it.
 *
 * The claimer compiles the texts again instead of reading compiled programs. For the same kernel
 * and version the result is the same; a hash of the generated code verifies it.
 */
#include "session/anon/anon.h"
#include "session/compile/compile.h"
#include "session/program/program.h"

#include "ebpf/kernel/pin.h"

#include <stdlib.h>
#include <string.h>

const char *const dt_anon_kinds[DT_N_ANON_KINDS] = {
    [DT_ANON_MAP] = "map", [DT_ANON_PROGRAM] = "prog", [DT_ANON_LINK] = "link"};

static void put_number(struct dt_str *out, uint64_t v)
{
	dt_str_append_n(out, (const char *)&v, sizeof(v));
}

static void put_text(struct dt_str *out, const char *text, size_t len)
{
	put_number(out, len);
	dt_str_append_n(out, text, len);
}

static void put_string(struct dt_str *out, const char *text)
{
	put_text(out, text, strlen(text));
}

struct reader {
	const char *p, *end;
	bool damaged;
};

static uint64_t get_number(struct reader *r)
{
	uint64_t v = 0;

	if ((size_t)(r->end - r->p) < sizeof(v)) {
		r->damaged = true;
		return 0;
	}
	memcpy(&v, r->p, sizeof(v));
	r->p += sizeof(v);
	return v;
}

/** Returns a string on the heap. `len` may be NULL. */
static char *get_text(struct reader *r, size_t *len)
{
	uint64_t n = get_number(r);
	char *text;

	if (n > (size_t)(r->end - r->p)) {
		r->damaged = true;
		n = 0;
	}
	text = dt_malloc(n + 1);
	memcpy(text, r->p, n);
	text[n] = '\0';
	r->p += n;
	if (len)
		*len = n;
	return text;
}

/** Returns the number of following items, each of which takes at least a byte. */
static size_t get_count(struct reader *r)
{
	uint64_t n = get_number(r);

	if (n > (size_t)(r->end - r->p)) {
		r->damaged = true;
		return 0;
	}
	return n;
}

// ---- hash of programs and maps

static void hash_code(uint64_t *hash, const struct dt_bpf_code *code)
{
	*hash = dt_hash_add(*hash, &code->n, sizeof(code->n));
	if (code->n)
		*hash = dt_hash_add(*hash, code->insns, code->n * sizeof(*code->insns));
}

uint64_t dt_anon_hash(const struct dtrace *d)
{
	uint64_t hash = DT_HASH_BEGIN;

	dt_vec_foreach (&d->programs->list, p)
		hash_code(&hash, &(*p)->code);
	dt_vec_foreach (&d->programs->enabled, e)
		hash = dt_hash_add(hash, &(*e)->probe->id, sizeof((*e)->probe->id));
	for (size_t i = 0; i < d->programs->desc->n_maps; i++) {
		const struct dt_map_desc *m = &d->programs->desc->maps[i];
		// The number of a hash's elements depends on available memory, not on the program.
		const uint32_t shape[] = {
		    m->kind,	     m->key_size,
		    m->value_size,   m->kind == DT_MAPK_HASH ? 0 : m->max_entries,
		    m->is_mapped,    m->is_lazy,
		    m->elems_per_cpu};

		hash = dt_hash_add(hash, shape, sizeof(shape));
	}
	return hash;
}

// ---- writing

static void put_options(const struct dt_options *o, struct dt_str *out)
{
	put_number(out, DT_N_OPTIONS);
	for (int i = 0; i < DT_N_OPTIONS; i++) {
		size_t n = 0;

		while (o->list[i] && o->list[i][n])
			n++;
		put_number(out, o->set[i]);
		put_number(out, (uint64_t)o->v[i]);
		put_number(out, o->s[i] != NULL);
		put_string(out, o->s[i] ? o->s[i] : "");
		put_number(out, n);
		for (size_t k = 0; k < n; k++)
			put_string(out, o->list[i][k]);
	}
}

static void put_ids(const int *fds, size_t n, struct dt_str *out)
{
	put_number(out, n);
	for (size_t i = 0; i < n; i++)
		put_number(out, dt_pin_id(fds[i]));
}

/** Writes the ids of objects in the order of dt_anon_kinds[] and, within a kind, of the names. */
static void put_objects(const struct dtrace *d, struct dt_str *out)
{
	dt_vec(int) programs = {0}, links = {0};

	dt_vec_foreach (&d->programs->list, p)
		dt_vec_push(&programs, (*p)->loaded.fd);
	dt_vec_foreach (&d->loaded->links.fds, fd)
		if (dt_pin_is_link(*fd))
			dt_vec_push(&links, *fd);
	put_ids(d->loaded->maps.fds, d->loaded->maps.n, out);
	put_ids(programs.data, programs.len, out);
	put_ids(links.data, links.len, out);
	dt_vec_deinit(&programs);
	dt_vec_deinit(&links);
}

void dt_anon_write(const struct dtrace *d, struct dt_str *out)
{
	put_string(out, DT_VERSION);
	put_number(out, dt_anon_hash(d));
	put_number(out, d->loaded->maps.store.n_present);
	put_number(out, d->compile->n_macros);
	for (size_t i = 0; i < d->compile->n_macros; i++)
		put_number(out, (uint64_t)d->script->macros[i].value);
	put_options(&d->options, out);
	put_number(out, d->script->argc);
	for (size_t i = 0; i < d->script->argc; i++)
		put_string(out, d->script->argv[i]);
	put_number(out, d->script->texts.len);
	dt_vec_foreach (&d->script->texts, tp) {
		const struct dt_text *t = *tp;

		put_number(out, t->kind);
		put_string(out, t->name);
		put_string(out, t->source.name);
		put_text(out, t->source.text, t->source.len);
	}
	put_number(out, d->programs->careful);
	put_objects(d, out);
}

// ---- reading

/** Reports whether the claimer may set the option: it affects printing only, or permits something
 * (anon.c). */
static bool is_of_claimer(int option)
{
	static const enum dt_option others[] = {
	    DT_OPT_oformat,	DT_OPT_droptags,     DT_OPT_statusrate, DT_OPT_cleanrate,
	    DT_OPT_destructive, DT_OPT_stacksymbols, DT_OPT_demangle};
	const struct dt_option_info *info = &dt_option_table[option];

	for (size_t i = 0; i < dt_array_len(others); i++)
		if ((int)others[i] == option)
			return true;
	return info->no_program || info->phase == DT_OPTP_DYNAMIC;
}

/** Reads the options of the description. Keeps the session's options that the claimer may set. */
static struct dt_error *get_options(struct reader *r, struct dt_options *own)
{
	if (get_number(r) != DT_N_OPTIONS) {
		r->damaged = true;
		return NULL;
	}
	for (int i = 0; i < DT_N_OPTIONS && !r->damaged; i++) {
		bool set = get_number(r), keep = own->set[i] && is_of_claimer(i), has_string;
		int64_t v = (int64_t)get_number(r);
		dt_cleanup(dt_free_p) char *text = NULL;

		r->damaged |= !dt_option_permits((enum dt_option)i, v);
		has_string = get_number(r);
		text = get_text(r, NULL);
		if (own->set[i] && !keep)
			return dt_error_new(DT_ERR_USAGE,
					    "could not enable tracing: -x %s must be given to "
					    "dtrace -A: anonymous tracing keeps the options that "
					    "it began with",
					    dt_option_table[i].name);
		if (!keep && !r->damaged) {
			own->set[i] = set;
			own->v[i] = v;
		}
		if (has_string) {
			free(own->s[i]);
			own->s[i] = text;
			text = NULL;
		}
		for (size_t n = get_count(r); n; n--) {
			dt_cleanup(dt_free_p) char *item = get_text(r, NULL);

			dt_error_destroy(dt_options_set(own, dt_option_table[i].name, item,
							DT_ORIGIN_CLI, false, NULL));
		}
	}
	return NULL;
}

static void get_texts(struct reader *r, struct dtrace *d)
{
	for (size_t n = get_count(r); n && !r->damaged; n--) {
		struct dt_text *t = dt_zalloc(sizeof(*t));

		t->kind = (enum dtrace_text)get_number(r);
		r->damaged |= t->kind > DTRACE_TEXT_ID;
		t->name = get_text(r, NULL);
		t->source.name = get_text(r, NULL);
		t->source.text = get_text(r, &t->source.len);
		t->source.is_file = t->kind == DTRACE_TEXT_FILE;
		dt_vec_push(&d->script->texts, t);
	}
}

static void get_args(struct reader *r, struct dtrace *d)
{
	size_t argc = get_count(r);
	dt_vec(char *) argv = {0};

	for (size_t i = 0; i < argc && !r->damaged; i++)
		dt_vec_push(&argv, get_text(r, NULL));
	dtrace_set_args(d, (const char *const *)argv.data, argv.len);
	dt_vec_foreach (&argv, p)
		free(*p);
	dt_vec_deinit(&argv);
}

void dt_anon_deinit(struct dt_anon *a)
{
	for (int k = 0; k < DT_N_ANON_KINDS; k++)
		dt_vec_deinit(&a->ids[k]);
}

struct dt_error *dt_anon_read(struct dtrace *d, const void *bytes, size_t n, struct dt_anon *ret)
{
	struct reader r = {.p = bytes, .end = (const char *)bytes + n};
	dt_cleanup(dt_free_p) char *version = get_text(&r, NULL);

	if (strcmp(version, DT_VERSION) != 0)
		return dt_error_new(DT_ERR_OTHER,
				    "could not enable tracing: the anonymous tracing was begun by "
				    "dtrace %.20s, this is %s: claim it with that version, or "
				    "remove it with dtrace -A",
				    version, DT_VERSION);
	ret->hash = get_number(&r);
	ret->n_present = (unsigned)get_number(&r);
	ret->claimed.n_macros = get_count(&r);
	if (ret->claimed.n_macros > dt_array_len(ret->claimed.macros))
		r.damaged = true;
	for (size_t i = 0; i < ret->claimed.n_macros && !r.damaged; i++)
		ret->claimed.macros[i] = (int64_t)get_number(&r);
	if (!r.damaged)
		DT_TRY(get_options(&r, &d->options));
	get_args(&r, d);
	get_texts(&r, d);
	ret->careful = get_number(&r);
	for (int k = 0; k < DT_N_ANON_KINDS; k++)
		for (size_t n = get_count(&r); n && !r.damaged; n--)
			dt_vec_push(&ret->ids[k], (uint32_t)get_number(&r));
	if (r.damaged)
		return dt_error_new(DT_ERR_OTHER,
				    "could not enable tracing: the description of the anonymous "
				    "tracing is damaged: remove it with dtrace -A");
	return NULL;
}
