/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Prints what the library knows about the probes of a program, then asks for what is not there.
 */
#include <dtrace/dtrace.h>

#include <stdio.h>
#include <string.h>

static struct dtrace *d;
static uint32_t last;

static const char *or_none(const char *text)
{
	return text ? text : "-";
}

static void print_stability(const char *what, const struct dtrace_stability *s)
{
	printf("  %s: %s/%s/%s\n", what, s->name, s->data, s->dependency);
}

static void print_probe(void *arg, const struct dtrace_probe *p)
{
	struct dtrace_probe_info info = {.size = sizeof(info)};
	struct dtrace_argument a = {.size = sizeof(a)};

	printf("%s:%s:%s:%s%s\n", p->provider, p->module, p->function, p->name,
	       p->id > last ? "" : " (not in order)");
	last = p->id;
	if (!dtrace_probe_info(d, p->id, &info))
		puts("  no information");
	printf("  %s\n", strchr(info.mechanism, ',') ? "several mechanisms" : info.mechanism);
	print_stability("names", &info.weakest);
	print_stability("provider", &info.provider);
	print_stability("args", &info.args);
	for (size_t i = 0; i < info.n_args; i++) {
		if (!dtrace_probe_argument(d, p->id, i, &a))
			puts("  no argument");
		printf("  args[%zu]: %s, of %s arg%u, %s, %s\n", i, or_none(a.type),
		       or_none(a.native), a.number, or_none(a.name), or_none(a.why));
	}
	if (dtrace_probe_argument(d, p->id, info.n_args, &a))
		puts("  an argument too many");
	dtrace_close(d); // refused
}

static void print_clause(void *arg, const struct dtrace_clause *c)
{
	printf("%s: %zu probes; %s; %s; %s; %s%s%s%s\n", c->description, c->n_probes,
	       or_none(c->why), or_none(c->near), or_none(c->elsewhere), or_none(c->calls),
	       c->awaits_event ? ", awaits an event" : "", c->has_predicate ? ", predicate" : "",
	       c->always_records ? ", records" : "");
	print_stability("probes", &c->probes);
	print_stability("statements", &c->statements);
}

static void print_skip(void *arg, const struct dtrace_skip *s)
{
	printf("skipped %s:::%s: %s, unserved %d, places %zu\n", s->provider, s->name, s->why,
	       s->is_unserved, s->n_places);
}

static void print_message(void *arg, const char *text)
{
	printf("message: %s\n", text);
}

static void show(const char *what, struct dtrace_error *err)
{
	if (err)
		printf("%s: %s\n", what, dtrace_error_message(err));
	dtrace_error_free(err);
}

int main(int argc, char **argv)
{
	struct dtrace_probe_info info = {0}; // of no size: nothing is written
	struct dtrace_argument a = {.size = sizeof(a)};
	struct dtrace_statistics s = {.size = sizeof(s)};

	if (dtrace_open(&d))
		return 1;
	dtrace_set_message_handler(d, print_message, NULL);
	show("option", dtrace_setopt(d, "zdefs", NULL));
	for (int i = 1; i < argc; i++)
		show("add", dtrace_add(d, DTRACE_TEXT_NAME, argv[i]));
	dtrace_each_clause(d, print_clause, NULL);
	show("check", dtrace_check(d));
	dtrace_each_clause(d, print_clause, NULL);
	show("probes", dtrace_each_probe(d, print_probe, NULL));
	dtrace_each_skip(d, print_skip, NULL);
	dtrace_statistics(d, &s);
	printf("%d %llu %llu\n", s.has_recorded, (unsigned long long)s.buffer_bytes,
	       (unsigned long long)s.whole_stacks);
	printf("%d %d %d %s\n", dtrace_probe_info(d, 1, &info), dtrace_probe_info(d, 0, &info),
	       dtrace_probe_argument(d, UINT32_MAX, 0, &a),
	       info.mechanism ? "written" : "unchanged");
	dtrace_close(d);
	return 0;
}
