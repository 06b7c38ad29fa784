/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes the manual, the shell completions and the syntax files of editors from the tables that
 *drive the program:
 *
 *	docgen fill TEMPLATE the template, with its lines @…@ replaced by the tables
 *	docgen guide FILE…   the reference chapter of the guide, Markdown, with the types that these
 *			     files of the D library declare
 *	docgen examples      all examples, "NAME<TAB>PROGRAM", for the tests
 */
#include "builtin/builtin.h"
#include "cli/flags.h"
#include "dialect/format.h"
#include "dialect/options.h"
#include "lang/diag.h"
#include "docgen.h"
#include "provider/provider.h"
#include "session/report/topics.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char *const builtin_kinds[] = {
    [DT_BUILTIN_VARIABLE] = "Variables",
    [DT_BUILTIN_SUBROUTINE] = "Subroutines",
    [DT_BUILTIN_ACTION] = "Actions",
    [DT_BUILTIN_AGGREGATION] = "Aggregating functions",
};

/** Prints text, escaped so that roff sees no request and no escape. */
static void put_roff_n(const char *text, size_t len)
{
	if (len && (*text == '.' || *text == '\''))
		fputs("\\&", stdout);
	for (size_t i = 0; i < len; i++) {
		if (text[i] == '\\')
			fputs("\\e", stdout);
		else if (text[i] == '-')
			fputs("\\-", stdout);
		else
			putchar(text[i]);
	}
}

static void put_roff(const char *text)
{
	put_roff_n(text, strlen(text));
}

/** Prints the words in lines that are short enough for a roff source. */
static void put_roff_lines(const char *text)
{
	enum { COLUMNS = 72 }; // escapes make some longer
	size_t column = 0;

	for (size_t len; *text; text += len + strspn(text + len, " ")) {
		len = strcspn(text, " ");
		if (column && column + 1 + len > COLUMNS) {
			putchar('\n');
			column = 0;
		} else if (column) {
			putchar(' ');
			column++;
		}
		put_roff_n(text, len);
		column += len;
	}
	putchar('\n');
}

static void man_entry(const char *name, const char *rest, const char *doc)
{
	fputs(".TP\n\\fB", stdout);
	put_roff(name);
	fputs("\\fP", stdout);
	if (rest) {
		fputs(" ", stdout);
		put_roff(rest);
	}
	fputs("\n", stdout);
	put_roff_lines(doc);
}

static void man_foreign(bool refused)
{
	for (const struct dt_option_foreign *f = dt_option_foreign_table; f->name; f++)
		if (f->is_refused == refused)
			man_entry(f->name, NULL, f->reason);
}

static void man_options(void)
{
	for (int i = 0; i < DT_N_OPTIONS; i++) {
		const struct dt_option_info *o = &dt_option_table[i];
		dt_cleanup(dt_free_p) char *rest =
		    o->fallback ? dt_asprintf("(default %s)", o->fallback) : NULL;

		man_entry(o->name, rest, o->doc);
	}
	printf(".PP\nOptions of other DTraces that are accepted and have no effect:\n");
	man_foreign(false);
	printf(".PP\nOptions of other DTraces that are refused:\n");
	man_foreign(true);
}

static void man_builtins(void)
{
	for (size_t kind = 0; kind < dt_array_len(builtin_kinds); kind++) {
		printf(".SS %s\n", builtin_kinds[kind]);
		for (size_t i = 0; i < dt_builtin_registry.n; i++) {
			const struct dt_builtin *b = dt_builtin_registry.list[i];

			if (b->kind == kind)
				man_entry(b->name, b->proto, b->doc);
		}
	}
	printf(".SS Conversions of printf()\n");
	for (size_t i = 0; i < dt_n_format_convs; i++)
		man_entry(dt_format_convs[i].name, dt_format_convs[i].wants,
			  dt_format_convs[i].doc);
}

static void man_providers(void)
{
	for (size_t i = 0; i < dt_provider_count; i++)
		man_entry(dt_provider_table[i]->name, NULL, dt_provider_table[i]->doc);
}

/** Prints "-b, --buffer-size" and its argument. If a flag has no `doc`, its help text becomes a
 *  sentence. */
static void man_flag(const struct dt_flag *f)
{
	dt_cleanup(dt_free_p) char *sentence =
	    dt_asprintf("%c%s.", toupper((unsigned char)*f->help), f->help + 1);
	bool has_letter = f->letter < DT_FLAG_HELP, is_model = has_letter && isdigit(f->letter);
	char name[64];

	snprintf(name, sizeof(name), "%s%c%s%s%s%s", has_letter ? "-" : "",
		 has_letter ? f->letter : ' ', is_model ? f->argument : "",
		 has_letter && f->name ? ", " : "", f->name ? "--" : "", f->name ? f->name : "");
	man_entry(has_letter ? name : name + 1, is_model ? NULL : f->argument,
		  f->doc ? f->doc : sentence);
}

static void man_hidden_flags(const char *title, enum dt_flag_group group)
{
	printf(".SS %s\n", title);
	for (const struct dt_flag *f = dt_flag_table; f->letter; f++)
		if (f->group == group)
			man_flag(f);
}

static void man_flags(void)
{
	for (int group = 0; group < DT_FLAG_N_GROUPS; group++) {
		printf(".SS %s\n", dt_flag_group_titles[group]);
		for (const struct dt_flag *f = dt_flag_table; f->letter; f++)
			if ((int)f->group == group)
				man_flag(f);
	}
	man_hidden_flags("Known from other systems, and refused", DT_FLAG_REFUSED);
	man_hidden_flags("Known from SystemTap's dtrace, and without effect", DT_FLAG_IDLE);
}

static void man_statuses(void)
{
	for (const struct dt_exit_status *s = dt_exit_status_table; s->status; s++)
		man_entry(s->status, NULL, s->meaning);
}

static void man_declared(void)
{
	for (const struct dt_declared *p = dt_declared_table; p->name; p++)
		man_entry(p->name, NULL, p->doc);
}

static const struct {
	const char *mark;
	void (*write)(void);
} sections[] = {
    {"@FLAGS@\n", man_flags},
    {"@STATUSES@\n", man_statuses},
    {"@OPTIONS@\n", man_options},
    {"@BUILTINS@\n", man_builtins},
    {"@PROVIDERS@\n", man_providers},
    {"@DECLARED@\n", man_declared},
    {"@BASH_FLAGS@\n", docgen_bash_flags},
    {"@ZSH_FLAGS@\n", docgen_zsh_flags},
    {"@FISH_FLAGS@\n", docgen_fish_flags},
    {"@OPTION_WORDS@\n", docgen_option_words},
    {"@TOPIC_WORDS@\n", docgen_topic_words},
    {"@FISH_OPTIONS@\n", docgen_fish_options},
    {"@FISH_TOPICS@\n", docgen_fish_topics},
    {"@VIM_WORDS@\n", docgen_vim_words},
    {"@TEXTMATE_WORDS@\n", docgen_textmate_words},
};

static int fill_page(const char *path)
{
	FILE *f = fopen(path, "re");
	char line[4096];

	if (!f) {
		fprintf(stderr, "docgen: %s: %s\n", path, strerror(errno));
		return 1;
	}
	while (fgets(line, sizeof(line), f)) {
		size_t i = 0;

		while (i < dt_array_len(sections) && strcmp(sections[i].mark, line) != 0)
			i++;
		if (i < dt_array_len(sections))
			sections[i].write();
		else
			fputs(line, stdout);
	}
	fclose(f);
	return 0;
}

static void guide_entry(const char *name, const char *rest, const char *doc, const char *example)
{
	printf("### `%s`\n\n", name);
	if (rest)
		printf("`%s`\n\n", rest);
	printf("%s\n\n", doc);
	if (example)
		printf("    %s\n\n", example);
}

static void guide_foreign(const char *title, bool refused)
{
	printf("%s:\n\n", title);
	for (const struct dt_option_foreign *f = dt_option_foreign_table; f->name; f++)
		if (f->is_refused == refused)
			printf("- `%s`: %s\n", f->name, f->reason);
	printf("\n");
}

static int print_guide(int n, char **library)
{
	printf("# Reference\n\n## Providers\n\n");
	for (size_t i = 0; i < dt_provider_count; i++)
		guide_entry(dt_provider_table[i]->name, NULL, dt_provider_table[i]->doc,
			    dt_provider_table[i]->example);
	for (const struct dt_declared *p = dt_declared_table; p->name; p++)
		guide_entry(p->name, NULL, p->doc, p->example);
	for (size_t kind = 0; kind < dt_array_len(builtin_kinds); kind++) {
		printf("## %s\n\n", builtin_kinds[kind]);
		for (size_t i = 0; i < dt_builtin_registry.n; i++) {
			const struct dt_builtin *b = dt_builtin_registry.list[i];

			if (b->kind == kind)
				guide_entry(b->name, b->proto, b->doc, b->example);
		}
	}
	printf("## Conversions of printf()\n\n| | argument | prints |\n|---|---|---|\n");
	for (size_t i = 0; i < dt_n_format_convs; i++)
		printf("| `%s` | %s | %s |\n", dt_format_convs[i].name, dt_format_convs[i].wants,
		       dt_format_convs[i].doc);
	printf("\n");
	if (!docgen_guide_types(n, library))
		return 1;
	printf("## Options\n\n");
	for (int i = 0; i < DT_N_OPTIONS; i++)
		guide_entry(dt_option_table[i].name, NULL, dt_option_table[i].doc, NULL);
	guide_foreign("Accepted, without effect", false);
	guide_foreign("Refused, with the reason", true);
	printf("## Diagnostics\n\n");
	for (int i = 0; i < DT_N_TAGS; i++)
		printf("- `%s`: %s\n", dt_tag_table[i].name, dt_tag_table[i].text);
	return 0;
}

static int print_examples(void)
{
	for (size_t i = 0; i < dt_provider_count; i++)
		printf("%s\t%s\n", dt_provider_table[i]->name, dt_provider_table[i]->example);
	for (const struct dt_declared *p = dt_declared_table; p->name; p++)
		printf("%s\t%s\n", p->name, p->example);
	for (size_t i = 0; i < dt_builtin_registry.n; i++)
		if (!(dt_builtin_registry.list[i]->flags & DT_BF_REFUSED))
			printf("%s\t%s\n", dt_builtin_registry.list[i]->name,
			       dt_builtin_registry.list[i]->example);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "fill"))
		return fill_page(argv[2]);
	if (argc > 2 && !strcmp(argv[1], "guide"))
		return print_guide(argc - 2, argv + 2);
	if (argc == 2 && !strcmp(argv[1], "examples"))
		return print_examples();
	fprintf(stderr, "usage: docgen fill TEMPLATE | guide FILE… | examples\n");
	return 2;
}
