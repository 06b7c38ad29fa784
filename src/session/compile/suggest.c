/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * "Did you mean": suggests a description for one that matches nothing. Suggestions match probes.
 */
#include "base/suggest.h"

#include "lang/elsewhere.h"
#include "provider/process/name.h"
#include "session/compile/compile.h"
#include "session/process/process.h"

#include <ctype.h>
#include <string.h>

/** Offers the names of the probes in one field. */
struct field_names {
	size_t field; // offset into struct dt_probe
	struct dt_suggestion best;
};

static void offer_name(void *self, struct dt_probe *p)
{
	struct field_names *f = self;

	if (!p->is_retained) // a placeholder is named as the description itself
		dt_suggest_name(&f->best, *(const char **)((char *)p + f->field));
}

/** Returns a timer's name with the unit that is most similar to its own, which is wrong, or NULL.
 */
static char *mend_unit(const char *name, size_t stem)
{
	static const char *const units[] = {"hz",  "nsec", "usec", "msec",
					    "sec", "min",  "hour", "day"};
	size_t number = stem + strspn(name + stem, "0123456789");
	struct dt_suggestion near = dt_suggest(name + number);

	for (size_t i = 0; i < dt_array_len(units); i++) {
		if (!strncmp(name + number, units[i], strlen(units[i])))
			return dt_asprintf("%.*s%s", (int)number, name, units[i]); // minutes
		dt_suggest_name(&near, units[i]);
	}
	return near.best ? dt_asprintf("%.*s%s", (int)number, name, near.best) : NULL;
}

/** Offers tick-N and profile-N, which are created on demand, with the suffix of the name. If the
 * suffix itself is wrong, offers another unit. */
static char *offer_timer(struct dt_suggestion *best, const char *name)
{
	static const char *const stems[] = {"tick-", "profile-"};
	size_t stem = strcspn(name, "-_");
	char *near = NULL;

	for (size_t i = 0;
	     i < dt_array_len(stems) && name[stem] && isdigit((unsigned char)name[stem + 1]); i++) {
		char *timer = dt_asprintf("%s%s", stems[i], name + stem + 1);

		if (!strcmp(timer, name)) {
			free(timer);
			free(near);
			near = mend_unit(name, stem + 1);
			best->best = near;
			return near;
		}
		dt_suggest_name(best, timer);
		if (best->best == timer) {
			free(near);
			near = timer;
		} else {
			free(timer);
		}
	}
	return near;
}

static void count_probe(void *self, struct dt_probe *p)
{
	size_t *n = self;

	*n += !p->is_retained;
}

static bool has_probes(struct dtrace *d, const struct dt_probe_desc *desc)
{
	struct dt_probe_query query = {desc->provider, desc->module, desc->function, desc->name};
	size_t n = 0;
	struct dt_probe_sink sink = {&n, count_probe};

	dt_error_destroy(dt_registry_match(&d->registry, &query, &sink));
	return n > 0;
}

static char *spell_description(const struct dt_probe_desc *desc)
{
	const char *const fields[] = {desc->provider, desc->module, desc->function, desc->name};

	return dt_asprintf("%s:%s:%s:%s", fields[0] ? fields[0] : "", fields[1] ? fields[1] : "",
			   fields[2] ? fields[2] : "", fields[3] ? fields[3] : "");
}

/**
 * Omits one field after the other. The first omitted field that makes probes match is the wrong
 * one; the nearest name of these probes is the suggestion.
 */
static char *suggest_nearest(struct dtrace *d, const struct dt_probe_desc *desc)
{
	static const struct {
		size_t desc, probe;
	} fields[] = {
	    {offsetof(struct dt_probe_desc, function), offsetof(struct dt_probe, func)},
	    {offsetof(struct dt_probe_desc, name), offsetof(struct dt_probe, name)},
	    {offsetof(struct dt_probe_desc, provider), offsetof(struct dt_probe, prov)},
	    {offsetof(struct dt_probe_desc, module), offsetof(struct dt_probe, mod)},
	};

	for (size_t i = 0; i < dt_array_len(fields) && !desc->id; i++) {
		struct dt_probe_desc near = *desc;
		const char **field = (const char **)((char *)&near + fields[i].desc);

		if (!*field || !**field || dt_glob_is(*field))
			continue;

		struct field_names names = {fields[i].probe, dt_suggest_strictly(*field)};
		struct dt_probe_sink sink = {&names, offer_name};
		*field = NULL;
		// An empty query would exclude probes without a function, such as BEGIN.
		struct dt_probe_query query = {near.provider ? near.provider : "*", near.module,
					       near.function, near.name};
		dt_error_destroy(dt_registry_match(&d->registry, &query, &sink));
		dt_cleanup(dt_free_p) char *timer = NULL;
		if (field == &near.name)
			timer = offer_timer(&names.best, desc->name);
		if (!names.best.best)
			continue;
		*field = names.best.best;
		if (has_probes(d, &near))
			return spell_description(&near);
	}
	return NULL;
}

/** Suggests syscall::openat:entry for "openat", fbt::vfs_read:entry for "vfs_read": a single word
 * is parsed as the name of a probe. */
static char *function_alone(struct dtrace *d, const char *word)
{
	static const char *const providers[] = {"syscall", "fbt"};

	for (size_t i = 0; i < dt_array_len(providers); i++) {
		struct dt_probe_desc desc = {
		    .provider = providers[i], .function = word, .name = "entry"};

		if (has_probes(d, &desc))
			return spell_description(&desc);
	}
	return NULL;
}

/** Returns the provider as written in the program: pid$target. */
static const char *written_provider(struct dtrace *d, const struct dt_probe_desc *desc,
				    const char *provider)
{
	const struct dt_loc *loc = &desc->loc;
	const char *text = loc->source ? loc->source->text + loc->offset : provider;
	size_t len = strcspn(text, ":");

	return memchr(text, '$', len) ? dt_arena_strndup(d->compile->arena, text, len) : provider;
}

/** Suggests pid1:libc:malloc:entry for "pid1:libc:malloc", whose fields are assigned from the
 * right. */
static char *of_process(struct dtrace *d, const struct dt_probe_desc *asked,
			const char *const *words, size_t n)
{
	const char *last = words[n - 1];
	bool is_place = n > 2 && (!strcmp(last, "entry") || !strcmp(last, "return"));
	struct dt_probe_desc desc = {.provider = words[0],
				     .module = n > 2 && !is_place ? words[1] : NULL,
				     .function = is_place ? words[1] : last,
				     .name = is_place ? last : "entry"};

	dt_error_destroy(dt_session_targets_load(d)); // maps the libraries of a command
	if (!has_probes(d, &desc))
		return NULL;
	desc.provider = written_provider(d, asked, words[0]);
	return spell_description(&desc);
}

/** Suggests syscall::openat:entry for "syscall::openat:enter". */
static char *suggest_renamed(struct dtrace *d, const struct dt_probe_desc *desc)
{
	struct dt_probe_desc near = *desc;

	if (!(desc->provider && *desc->provider) && !(desc->function && *desc->function))
		return NULL; // BEGIN is meant by "begin"
	near.name = dt_elsewhere_probe(desc->name);
	return near.name && has_probes(d, &near) ? spell_description(&near) : NULL;
}

/** Suggests io:::start for "io:start", proc:::exec-success for "proc:exec:success". */
static char *named_last(struct dtrace *d, const char *const *words, size_t n)
{
	dt_cleanup(dt_free_p) char *joined = dt_asprintf("%s-%s", words[n - 2], words[n - 1]);
	struct dt_probe_desc last = {.provider = words[0], .name = words[n - 1]};

	if (!has_probes(d, &last))
		last.name = joined;
	return has_probes(d, &last) ? spell_description(&last) : NULL;
}

/**
 * Moves the words to other fields: suggests syscall::read: for "syscall::read", whose fields are
 * assigned from the right; syscall::read:entry for "syscall:read:entry"; and
 * sdt:sched::sched_switch for perf's "sched:sched_switch". Returns NULL if no such description
 * matches.
 */
static char *suggest_moved(struct dtrace *d, const struct dt_probe_desc *desc)
{
	const char *const fields[5] = {desc->provider, desc->module, desc->function, desc->name};
	const char *words[4] = {NULL};
	size_t n = 0, first = 0;

	while (first < 4 && (!fields[first] || !*fields[first]))
		first++;
	for (size_t i = first; i < 4; i++)
		if (fields[i] && *fields[i])
			words[n++] = fields[i];
	if (n == 1 && first == 3)
		return function_alone(d, words[0]);
	if (n < 2 || dt_glob_is(words[0]))
		return NULL;
	if (dt_process_is_pid(words[0]))
		return first ? of_process(d, desc, words, n) : NULL;

	struct dt_probe_desc event = {
	    .provider = "sdt", .module = words[n - 2], .name = words[n - 1]};
	if ((n == 2 || (n == 3 && !strcmp(words[0], "sdt"))) && has_probes(d, &event))
		return spell_description(&event);
	// Omits module and function that a static provider's aliases do not include (static.c).
	if (d->registry.declared->has(&d->registry, words[0]))
		return named_last(d, words, n);
	if (!first || !dt_provider_exists(&d->registry, words[0]))
		return NULL;
	char *near = n == 2 ? named_last(d, words, n) : NULL;
	if (near)
		return near;
	struct dt_probe_desc left = {
	    .provider = fields[first], .module = fields[first + 1], .function = fields[first + 2]};
	struct dt_probe_desc apart = {
	    .provider = words[0], .function = words[1], .name = n == 3 ? words[2] : NULL};
	return has_probes(d, &left)    ? spell_description(&left)
	       : has_probes(d, &apart) ? spell_description(&apart)
				       : NULL;
}

/** Suggests a probe for a C++ function of the target without provider and module:
 * "shop::Cart::add:entry". */
static char *suggest_scoped(struct dtrace *d, const struct dt_probe_desc *desc)
{
	if (!desc->provider || !*desc->provider || !desc->module || *desc->module ||
	    !desc->function || !*desc->function || !d->targets->list.len ||
	    dt_provider_exists(&d->registry, desc->provider))
		return NULL;
	dt_cleanup(dt_free_p) char *provider =
	    dt_asprintf("pid%d", (int)d->targets->list.data[0].pid);
	dt_cleanup(dt_free_p) char *function =
	    dt_asprintf("%s::%s", desc->provider, desc->function);
	struct dt_probe_desc meant = {
	    .provider = provider, .module = "a.out", .function = function, .name = desc->name};

	return has_probes(d, &meant) ? dt_asprintf("pid$target:a.out:%s:%s", function, desc->name)
				     : NULL;
}

/** Suggests a probe for a function of the target: pid$target::parse:entry for "parse" and
 * "parse:entry". */
static char *suggest_function(struct dtrace *d, const struct dt_probe_desc *desc)
{
	bool is_place = desc->function && *desc->function;

	if ((desc->provider && *desc->provider) || (desc->module && *desc->module) ||
	    !d->targets->list.len)
		return NULL;
	dt_cleanup(dt_free_p) char *provider =
	    dt_asprintf("pid%d", (int)d->targets->list.data[0].pid);
	struct dt_probe_desc meant = {.provider = provider,
				      .function = is_place ? desc->function : desc->name,
				      .name = is_place ? desc->name : "entry"};

	dt_error_destroy(dt_session_targets_load(d)); // maps the libraries of a command
	return has_probes(d, &meant) ? dt_asprintf("pid$target::%s:%s", meant.function, meant.name)
				     : NULL;
}

char *dt_session_suggest(void *self, const struct dt_probe_desc *desc)
{
	struct dtrace *d = self;
	size_t n_skips = d->registry.skips.len;
	char *near = desc->id ? NULL : suggest_moved(d, desc);

	near = near ? near : suggest_scoped(d, desc);
	near = near || desc->id ? near : suggest_function(d, desc);
	near = near || desc->id ? near : suggest_renamed(d, desc);
	near = near ? near : suggest_nearest(d, desc);

	d->registry.skips.len = n_skips; // skips of suggestions are not reported
	return near;
}
