/* SPDX-License-Identifier: BSD-2-Clause */
#include "docgen.h"

#include "cli/flags.h"
#include "dialect/options.h"
#include "session/report/topics.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/** Kinds of arguments, by the word that --help shows. Any other argument is one of the words that
 *  it lists, or any text. */
static const struct argument_kind {
	const char *argument, *bash, *zsh, *fish;
} argument_kinds[] = {
    {"PROVIDER", "provider", "_dtrace_providers", "(__dtrace_providers)"},
    {"FILE", "file", "_files", NULL},
    {"DIRECTORY", "directory", "_files -/", "(__fish_complete_directories)"},
    {"PATH", "directory", "_files -/", "(__fish_complete_directories)"},
    {"COMMAND", "command", "_command_names -e", "(__fish_complete_command)"},
    {"PID", "pid", "_pids", "(__fish_complete_pids)"},
    {"USER", "user", "_users", "(__fish_complete_users)"},
    {"TOPIC", "topic", "_dtrace_topics", "(__dtrace_topics)"},
    {"TEXT", "probe", "_dtrace_probes", "(__dtrace_probes)"},
};
static const struct argument_kind probe = {NULL, "probe", "_dtrace_probes", "(__dtrace_probes)"},
				  option = {NULL, "option", "_dtrace_options",
					    "(__dtrace_options)"},
				  text = {NULL, "text", " ", " "};

static const struct argument_kind *kind_of(const struct dt_flag *f)
{
	for (size_t i = 0; i < dt_array_len(argument_kinds); i++)
		if (!strcmp(argument_kinds[i].argument, f->argument))
			return &argument_kinds[i];
	if (f->letter == 'x')
		return &option;
	return !strncmp(f->argument, "[[[", 3) ? &probe : &text; // a whole description
}

/** Reports whether the argument lists the words to choose from, instead of naming their kind. */
static bool lists_words(const struct dt_flag *f)
{
	return strchr(f->argument, '|') != NULL;
}

/** Prints text inside single quotes of a shell. Characters of `special` get a backslash. */
static void put_quoted(const char *s, const char *special)
{
	for (; *s; s++) {
		if (*s == '\'')
			fputs("'\\''", stdout);
		else if (strchr(special, *s))
			printf("\\%c", *s);
		else
			putchar(*s);
	}
}

static bool is_shown(const struct dt_flag *f)
{
	return f->group < DT_FLAG_N_GROUPS && !isdigit(f->letter);
}

/** Writes "-n", or the long name if there is no letter. */
static void short_name(const struct dt_flag *f, char ret[32])
{
	if (f->letter < DT_FLAG_HELP)
		snprintf(ret, 32, "-%c", f->letter);
	else
		snprintf(ret, 32, "--%s", f->name);
}

void docgen_bash_flags(void)
{
	char name[32];

	for (const struct dt_flag *f = dt_flag_table; f->letter; f++) {
		if (!is_shown(f))
			continue;
		short_name(f, name);
		printf("\t'%s --%s ", name, f->name);
		if (!f->argument)
			fputs("none", stdout);
		else
			fputs(lists_words(f) ? f->argument : kind_of(f)->bash, stdout);
		puts("'");
	}
}

static void zsh_flag(const struct dt_flag *f, const char *name)
{
	char other[32];

	short_name(f, other);
	printf("\t'*%s[", name);
	put_quoted(f->help, "[]:");
	putchar(']');
	if (f->argument && lists_words(f)) {
		printf(":%s:(", f->name);
		for (const char *c = f->argument; *c; c++)
			putchar(*c == '|' ? ' ' : *c);
		putchar(')');
	} else if (f->argument) {
		printf(":%s:%s", f->name, kind_of(f)->zsh);
	}
	puts("' \\");
}

void docgen_zsh_flags(void)
{
	char name[32], full[64];

	for (const struct dt_flag *f = dt_flag_table; f->letter; f++) {
		if (!is_shown(f))
			continue;
		short_name(f, name);
		snprintf(full, sizeof(full), "--%s", f->name);
		zsh_flag(f, name);
		if (strcmp(name, full) != 0)
			zsh_flag(f, full);
	}
}

void docgen_fish_flags(void)
{
	for (const struct dt_flag *f = dt_flag_table; f->letter; f++) {
		if (!is_shown(f))
			continue;
		fputs("complete -c dtrace", stdout);
		if (f->letter < DT_FLAG_HELP)
			printf(" -s %c", f->letter);
		printf(" -l %s -d '", f->name);
		put_quoted(f->help, "");
		putchar('\'');
		if (f->argument && lists_words(f)) {
			fputs(" -x -a '", stdout);
			for (const char *c = f->argument; *c; c++)
				putchar(*c == '|' ? ' ' : *c);
			putchar('\'');
		} else if (f->argument && kind_of(f)->fish) {
			printf(" -x -a '%s'", kind_of(f)->fish);
		} else if (f->argument) {
			fputs(" -r -F", stdout);
		}
		putchar('\n');
	}
}

/** Calls `fn` for each word that may follow -x: "quiet", "bufsize=", "oformat=json". */
static void each_option_word(void (*fn)(const char *name, const char *value, const char *doc))
{
	for (int i = 0; i < DT_N_OPTIONS; i++) {
		const struct dt_option_info *o = &dt_option_table[i];

		if (o->kind == DT_OPTK_BOOL)
			fn(o->name, NULL, o->doc);
		else if (o->kind != DT_OPTK_ENUM)
			fn(o->name, "", o->doc);
		for (size_t k = 0; o->kind == DT_OPTK_ENUM && o->values[k]; k++)
			fn(o->name, o->values[k], o->doc);
	}
}

static void put_option(const char *name, const char *value, const char *doc)
{
	printf("\t'%s%s%s'\n", name, value ? "=" : "", value ? value : "");
}

void docgen_option_words(void)
{
	each_option_word(put_option);
}

static void fish_word(const char *doc)
{
	putchar('\t');
	put_quoted(doc, "");
	puts("' \\");
}

static void fish_option(const char *name, const char *value, const char *doc)
{
	printf("        '%s%s%s", name, value ? "=" : "", value ? value : "");
	fish_word(doc);
}

void docgen_fish_options(void)
{
	each_option_word(fish_option);
}

void docgen_topic_words(void)
{
	dt_topics topics = {0};

	dt_topics_collect(&topics);
	for (int i = 0; i < DT_TOPIC_KINDS; i++)
		printf("\t'%s'\n", dt_topic_words[i].all);
	dt_vec_foreach (&topics, t)
		printf("\t'%s'\n", t->name);
	dt_vec_deinit(&topics);
}

void docgen_fish_topics(void)
{
	dt_topics topics = {0};

	dt_topics_collect(&topics);
	dt_vec_foreach (&topics, t) {
		printf("        '%s", t->name);
		fish_word(t->doc);
	}
	dt_vec_deinit(&topics);
}
