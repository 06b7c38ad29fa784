/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Options and operands may be mixed; operands are macro arguments. All options take effect before
 * any program text is read, and texts are compiled in the given order. The input of getopt_long(3)
 * is generated from the table of flags.
 */
#include "cli/arguments.h"

#include "base/mem.h"
#include "cli/flags.h"
#include "cli/message.h"

#include <ctype.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// ---- options of the session

/** Sets an option; `shown` is its form on the command line. Returns E_SUCCESS, or E_ERROR after a
 * message. */
static int set_option(struct dt_arguments *a, const char *name, const char *value,
		      const char *shown)
{
	struct dtrace_error *err = dtrace_setopt(a->d, name, value);

	if (!err)
		return E_SUCCESS;
	dt_message("failed to set %s: %s", shown, dtrace_error_message(err));
	dtrace_error_free(err);
	return E_ERROR;
}

/** Notes an option for the agents of --hosts. The strings are the command line's. */
static void note_setting(struct dt_arguments *a, const char *name, size_t name_len,
			 const char *value)
{
	a->settings[a->n_settings++] = (struct dt_setting){name, name_len, value};
}

/** -x name[=value]; `shown` is the form on the command line, of `shown_len` bytes. */
static int set_pair(struct dt_arguments *a, const char *pair, char letter, const char *shown,
		    size_t shown_len)
{
	char *name = dt_strdup(pair), *value = strchr(name, '=');
	char what[256];
	int status;

	if (value)
		*value++ = '\0';
	snprintf(what, sizeof(what), "-%c %.*s", letter, (int)shown_len, shown);
	status = set_option(a, name, value, what);
	if (status == E_SUCCESS)
		note_setting(a, pair, strlen(name), value ? strchr(pair, '=') + 1 : NULL);
	free(name);
	return status;
}

/** Returns the form of NAME=VALUE among those of -O, as prom=FILE, and its length; or NULL. */
static const char *find_form(const struct dt_flag *f, const char *pair, size_t *len)
{
	const size_t name_len = strcspn(pair, "=");

	for (const char *form = f->argument; *form; form += *len + (form[*len] == '|')) {
		*len = strcspn(form, "|");
		if (*len > name_len && !strncmp(form, pair, name_len) &&
		    strchr("=[", form[name_len]))
			return form;
	}
	return NULL;
}

static int set_by_flag(struct dt_arguments *a, const struct dt_flag *f, const char *argument)
{
	const char *form;
	char what[256];
	size_t len;

	if (f->letter == 'O' && !strcmp(argument, "otlp"))
		argument = "otlp=auto";
	// a form with a file is another option
	if (f->letter == 'O' && strchr(argument, '=') && (form = find_form(f, argument, &len)))
		return set_pair(a, argument, 'O', form, len);
	if (f->letter < DT_FLAG_HELP)
		snprintf(what, sizeof(what), "-%c%s%s", f->letter, argument ? " " : "",
			 argument ? argument : "");
	else
		snprintf(what, sizeof(what), "--%s %s", f->name, argument);
	note_setting(a, f->option, strlen(f->option), argument);
	return set_option(a, f->option, argument, what);
}

/** Sets an option from DTRACE_OPT_NAME=value in the environment. The command line may override it.
 */
static int read_variable(struct dt_arguments *a, const char *variable)
{
	static const char prefix[] = "DTRACE_OPT_";
	const size_t skip = sizeof(prefix) - 1;
	const char *equals = strchr(variable, '=');
	char name[64] = "", what[128];
	struct dtrace_error *err;
	size_t len;

	if (!equals || strncmp(variable, prefix, skip) != 0)
		return E_SUCCESS;
	len = (size_t)(equals - variable) - skip;
	for (size_t i = 0; i < len && i < sizeof(name) - 1; i++)
		name[i] = (char)tolower((unsigned char)variable[skip + i]);
	err = dtrace_setopt(a->d, name, equals + 1);
	if (!err)
		return E_SUCCESS;
	snprintf(what, sizeof(what), "failed to set %s%s from the environment", prefix, name);
	return dt_fail(err, what);
}

static int read_environment(struct dt_arguments *a)
{
	int status = E_SUCCESS;

	if (getenv("DTRACE_DEBUG"))
		status = set_option(a, "debug", NULL, "-x debug");
	for (char **e = environ; *e && status == E_SUCCESS; e++)
		status = read_variable(a, *e);
	return status;
}

// ---- flags

static int set_mode(struct dt_arguments *a, enum dt_mode mode)
{
	if (a->mode != DT_MODE_TRACE && a->mode != mode) {
		dt_fail_text("only one of the [-AGhlV] options can be specified at a time");
		return E_USAGE;
	}
	a->mode = mode;
	return E_SUCCESS;
}

static void add_word(struct dt_words *list, const char *word)
{
	list->v[list->n++] = word;
}

static int add_text(struct dt_arguments *a, enum dtrace_text kind, const char *text)
{
	dt_arguments_add_text(a, kind, text, NULL);
	return E_SUCCESS;
}

void dt_arguments_add_text(struct dt_arguments *a, enum dtrace_text kind, const char *text,
			   const char *content)
{
	((enum dtrace_text *)a->kinds)[a->texts.n] = kind;
	add_word(&a->contents, content);
	add_word(&a->texts, text);
}

static int set_data_model(struct dt_arguments *a, const struct dt_flag *f, const char *argument)
{
	if (strcmp(argument, f->argument) != 0)
		return dt_fail_text("the data models are -32 and -64");
	return set_option(a, "datamodel", f->letter == '3' ? "32" : "64", "the data model");
}

static int refuse_flag(const struct dt_flag *f)
{
	return dt_fail_text("-%c %s", f->letter, f->help);
}

/** Returns the member that a flag sets to true, or NULL. */
static bool *switch_of(struct dt_arguments *a, int letter)
{
	switch (letter) {
	case 'e':
		return &a->compile_only;
	case 'S':
		return &a->listing;
	case DT_FLAG_HELP:
		return &a->help;
	case DT_FLAG_STATUS:
		return &a->status;
	case DT_FLAG_AGENT:
		return &a->agent;
	case DT_FLAG_MERGE:
		return &a->merge;
	case DT_FLAG_TOP:
		return &a->top;
	default:
		return NULL;
	}
}

/** Handles a flag. Returns E_SUCCESS or the exit status. */
static int take_flag(struct dt_arguments *a, const struct dt_flag *f, const char *argument)
{
	bool *on = switch_of(a, f->letter);

	if (on) {
		*on = true;
		return E_SUCCESS;
	}
	if (f->option)
		return set_by_flag(a, f, argument);
	if (f->group == DT_FLAG_IDLE)
		return E_SUCCESS;
	switch (f->letter) {
	case 'v':
		a->verbose++;
		return E_SUCCESS;
	case 'A':
		return set_mode(a, DT_MODE_ANONYMOUS);
	case 'G':
		return set_mode(a, DT_MODE_OBJECT);
	case 'h':
		return set_mode(a, DT_MODE_HEADER);
	case 'l':
		return set_mode(a, DT_MODE_LIST);
	case 'V':
		return set_mode(a, DT_MODE_VERSION);
	case 'f':
		return add_text(a, DTRACE_TEXT_FUNCTION, argument);
	case 'i':
		return add_text(a, DTRACE_TEXT_ID, argument);
	case 'm':
		return add_text(a, DTRACE_TEXT_MODULE, argument);
	case 'n':
		return add_text(a, DTRACE_TEXT_NAME, argument);
	case 'P':
		return add_text(a, DTRACE_TEXT_PROVIDER, argument);
	case 's':
		return add_text(a, DTRACE_TEXT_FILE, argument);
	case 'c':
		add_word(&a->commands, argument);
		return E_SUCCESS;
	case 'p':
		add_word(&a->pids, argument);
		return E_SUCCESS;
	case 'o':
		a->output = argument;
		return E_SUCCESS;
	case DT_FLAG_EXPLAIN:
		a->explain = argument;
		return E_SUCCESS;
	case DT_FLAG_HOSTS:
		a->hosts = argument;
		return E_SUCCESS;
	case DT_FLAG_CHECK:
		a->compile_only = a->check = true;
		return add_text(a, DTRACE_TEXT_FILE, argument);
	case DT_FLAG_COMPLETE:
		a->complete = argument;
		return E_SUCCESS;
	case 'x':
		if (strcmp(argument, "help") != 0)
			return set_pair(a, argument, 'x', argument, strcspn(argument, "="));
		a->list_options = true;
		return E_SUCCESS;
	case '3':
	case '6':
		return set_data_model(a, f, argument);
	default:
		return refuse_flag(f);
	}
}

// ---- getopt

enum { OPERAND = 1, MAX_FLAGS = 64 };

struct syntax {
	char letters[3 + 2 * MAX_FLAGS];
	struct option names[MAX_FLAGS + 1];
};

static int argument_of(const struct dt_flag *f)
{
	return f->letter == DT_FLAG_SERVE ? optional_argument
	       : f->argument		  ? required_argument
					  : no_argument;
}

/** --serve[=ADDRESS:PORT], or with the address as the next word, `next`, which is a flag or NULL
 * otherwise. */
static int take_serve(struct dt_arguments *a, const struct dt_flag *f, const char *next)
{
	const char *port = next ? strrchr(next, ':') : NULL;

	if (optarg)
		return set_by_flag(a, f, optarg);
	if (!next || *next == '-')
		return set_by_flag(a, f, "127.0.0.1:9435");
	optind++;
	if (port && port[1] && !port[1 + strspn(port + 1, "0123456789")])
		return set_by_flag(a, f, next);
	dt_fail_text("--serve needs ADDRESS:PORT, not %s; arguments of the program stand before "
		     "--serve or behind another flag",
		     next);
	return E_USAGE;
}

static void make_syntax(struct syntax *s)
{
	size_t n_letters = 0, n_names = 0;

	memset(s, 0, sizeof(*s));
	s->letters[n_letters++] = '-'; // operands are returned in order, as OPERAND
	s->letters[n_letters++] = ':'; // distinguishes a missing argument from an unknown flag
	for (const struct dt_flag *f = dt_flag_table; f->letter; f++) {
		if (f->letter < DT_FLAG_HELP) {
			s->letters[n_letters++] = (char)f->letter;
			if (f->argument)
				s->letters[n_letters++] = ':';
		}
		if (f->name)
			s->names[n_names++] =
			    (struct option){f->name, argument_of(f), NULL, f->letter};
	}
}

static const struct dt_flag *find_flag(int letter)
{
	const struct dt_flag *f = dt_flag_table;

	while (f->letter && f->letter != letter)
		f++;
	return f->letter ? f : NULL;
}

/** Refuses a flag that getopt did not accept. */
static int refuse_word(int what, char **argv)
{
	char letter[] = {'-', (char)optopt, '\0'};
	const char *flag = optopt && optopt < DT_FLAG_HELP ? letter : argv[optind - 1];

	dt_message(what == ':' ? "option %s requires an argument" : "unrecognized option %s", flag);
	return dt_usage();
}

static int parse_flags(struct dt_arguments *a, int argc, char **argv)
{
	int letter, status = E_SUCCESS;
	struct syntax syntax;

	make_syntax(&syntax);
	opterr = 0;
	add_word(&a->operands, argv[0]);
	while (status == E_SUCCESS &&
	       (letter = getopt_long(argc, argv, syntax.letters, syntax.names, NULL)) != -1) {
		const struct dt_flag *f = find_flag(letter);

		if (letter == OPERAND)
			add_word(&a->operands, optarg);
		else if (letter == DT_FLAG_SERVE)
			status = take_serve(a, f, argv[optind]);
		else
			status = f ? take_flag(a, f, optarg) : refuse_word(letter, argv);
	}
	for (; optind < argc; optind++)
		add_word(&a->operands, argv[optind]);
	return status;
}

void dt_arguments_reserve(struct dt_arguments *a, size_t n)
{
	const char **words =
	    dt_malloc(n * (5 * sizeof(*words) + sizeof(*a->kinds) + sizeof(*a->settings)));

	free(a->memory);
	a->memory = words;
	a->texts = (struct dt_words){words, 0};
	a->contents = (struct dt_words){words + n, 0};
	a->commands = (struct dt_words){words + 2 * n, 0};
	a->pids = (struct dt_words){words + 3 * n, 0};
	a->operands = (struct dt_words){words + 4 * n, 0};
	a->settings = (struct dt_setting *)(words + 5 * n);
	a->kinds = (const enum dtrace_text *)(a->settings + n);
	a->n_settings = 0;
}

int dt_arguments_read(struct dt_arguments *a, struct dtrace *d, int argc, char **argv)
{
	int status;

	*a = (struct dt_arguments){.d = d};
	dt_arguments_reserve(a, (size_t)argc + 1);
	status = read_environment(a);
	return status == E_SUCCESS ? parse_flags(a, argc, argv) : status;
}

void dt_arguments_deinit(struct dt_arguments *a)
{
	free(a->memory);
}
