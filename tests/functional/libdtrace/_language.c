/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints topics, definitions, types and facts whose name is an argument, then asks for what is not
 * there.
 */
#include <dtrace/dtrace.h>

#include <stdio.h>
#include <string.h>

static const char *wanted;

static const char *or_none(const char *text)
{
	return text ? text : "-";
}

static void print_topic(void *arg, const struct dtrace_topic *t)
{
	if (!strcmp(t->name, wanted))
		printf("%s %s: form %s, value %s, range %s%s%s\n  %s\n", t->noun, t->name,
		       or_none(t->form), or_none(t->value), or_none(t->range),
		       t->is_refused ? ", refused" : "", t->example ? ", example" : "", t->doc);
}

static void print_definition(void *arg, const struct dtrace_definition *f)
{
	printf("definition %s: %s\n  type %s, doc %s, file %s\n", f->name, f->text,
	       or_none(f->type), or_none(f->doc), f->file ? strrchr(f->file, '/') + 1 : "-");
}

static void print_member(void *arg, const struct dtrace_member *m)
{
	printf("%*s%s|%s at bit %llu, %u bits, %llu bytes, value %lld, kind %d%s, %s\n",
	       2 + 2 * (int)m->depth, "", m->type, m->name, (unsigned long long)m->bit_offset,
	       m->bit_width, (unsigned long long)m->bytes, (long long)m->value, (int)m->kind,
	       m->is_open ? ", open" : "", or_none(m->doc));
}

static void count_topic(void *arg, const struct dtrace_topic *t)
{
	++((size_t *)arg)[t->kind];
	if (t->size < sizeof(*t) || !*t->name || !*t->group || !*t->noun || !t->doc)
		printf("%s: incomplete\n", t->name);
}

static void find_fact(void *arg, const char *name, const char *value)
{
	*(int *)arg += *value && (!strcmp(name, "kernel") || !strcmp(name, "probes of syscall"));
}

int main(int argc, char **argv)
{
	struct dtrace_type t = {.size = sizeof(t)};
	size_t n[DTRACE_TOPIC_WORD + 1] = {0}, empty = 0;
	struct dtrace *d;
	int facts = 0;

	if (dtrace_open(&d))
		return 1;
	for (int i = 1; i < argc; i++) {
		wanted = argv[i];
		dtrace_each_topic(print_topic, NULL);
		dtrace_each_definition(d, wanted, print_definition, NULL);
		if (!dtrace_find_type(d, wanted, &t))
			continue;
		printf("type %s: %s, kind %d, %llu bytes\n", t.name, t.definition, (int)t.kind,
		       (unsigned long long)t.bytes);
		dtrace_each_member(d, wanted, print_member, NULL);
	}
	dtrace_each_topic(count_topic, n);
	for (size_t i = 0; i < sizeof(n) / sizeof(*n); i++)
		empty += !n[i];
	printf("%zu kinds are empty\n", empty);
	dtrace_each_fact(find_fact, &facts);
	printf("%d facts\n", facts);
	printf("%d %d\n", dtrace_find_type(d, "struct nosuch", &t),
	       dtrace_each_member(d, "", print_member, NULL));
	dtrace_close(d);
	return 0;
}
