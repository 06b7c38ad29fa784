/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dtrace(1): reads the command line, drives a session, prints messages. Nothing that another
 * program might want is here.
 *
 * Options and operands may be mixed; operands are macro arguments. All options take effect before
 * any program text is read, and texts are compiled in the order given.
 */
#include "dtrace/dtrace.h"

#include "base/time.h"
#include "base/vec.h"
#include "cli/build.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { E_SUCCESS = 0, E_ERROR = 1, E_USAGE = 2 };

enum mode { MODE_TRACE, MODE_ANONYMOUS, MODE_LIST, MODE_VERSION, MODE_HEADER, MODE_OBJECT };

enum { OPT_EXPLAIN = 256, OPT_STATUS };

enum { ECHO_MS = 30 };

struct text {
	enum dtrace_text kind;
	const char *text;
};

struct cli {
	struct dtrace *d;
	enum mode mode;
	bool compile_only, listing, verbose, help, status;
	bool has_stdout; // it was open when we started
	const char *output, *explain;
	dt_vec(struct text) texts;
	dt_vec(const char *) commands;
	dt_vec(const char *) pids;
	dt_vec(const char *) args;
	FILE *out;
};

// All that a signal handler can see.
static volatile sig_atomic_t interrupts;
static struct dtrace *interruptible;

/** The first signal ends tracing, the second everything: the kernel takes back what is its own. */
static void on_signal(int sig)
{
	static uint64_t first;
	uint64_t now = dt_now();

	if (!interrupts) {
		first = now;
		interrupts = 1;
		dtrace_interrupt(interruptible);
		return;
	}
	// timeout(1) sends its signal to us and to our process group: that is one signal.
	if ((now - first) / 1000000 >= ECHO_MS)
		_exit(E_SUCCESS);
}

static void say(void *arg, const char *text)
{
	// What was traced before the message appears before it.
	fflush(((struct cli *)arg)->out);
	fprintf(stderr, "dtrace: %s\n", text);
}

static int usage(void)
{
	fputs("Usage: dtrace [-64] [-aABCeFGhHlqSvVwZ] [-b bufsz] [-c cmd] [-D name[=def]]\n"
	      "	[-I path] [-L dir] [-o output] [-O format] [-p pid] [-s script] [-U name]\n"
	      "	[-x opt[=val]] [-X a|c|s|t]\n"
	      "	[-P provider [[ predicate ] action ]]\n"
	      "	[-m [ provider: ] module [[ predicate ] action ]]\n"
	      "	[-f [[ provider: ] module: ] func [[ predicate ] action ]]\n"
	      "	[-n [[[ provider: ] module: ] func: ] name [[ predicate ] action ]]\n"
	      "	[-i probe-id [[ predicate ] action ]] [ args ... ]\n"
	      "\n"
	      "	-a  claim anonymous tracing; with -e, print what there is and end it\n"
	      "	-A  begin anonymous tracing and exit; without a program, end it\n"
	      "	-64 the LP64 data model, the only one here\n"
	      "	-b  size of the trace buffer of each CPU\n"
	      "	-B  write the output in large pieces\n"
	      "	-c  run the command and end when it has ended; its pid is $target\n"
	      "	-C  run cpp(1) on scripts\n"
	      "	-D  define a symbol of the preprocessor\n"
	      "	-e  exit after compiling the program, before enabling its probes\n"
	      "	-f  enable or list probes matching the function name\n"
	      "	-F  coalesce trace output by function\n"
	      "	-G  write the object that a program with the declared probes is linked with\n"
	      "	-h  write the header with the macros of the declared probes\n"
	      "	-H  print the files that the preprocessor includes\n"
	      "	-i  enable or list the probe with that id\n"
	      "	-I  add a directory to those with files to include\n"
	      "	-l  list probes matching the criteria\n"
	      "	-L  search a directory for library files first\n"
	      "	-m  enable or list probes matching the module name\n"
	      "	-n  enable or list probes matching the probe name\n"
	      "	-o  append output to a file\n"
	      "	-O  form of the output: text, json or folded\n"
	      "	-p  name a running process as $target and end when it has ended\n"
	      "	-P  enable or list probes matching the provider name\n"
	      "	-q  print only explicitly traced data\n"
	      "	-s  enable or list probes according to the D script\n"
	      "	-S  print the generated programs\n"
	      "	-U  undefine a symbol of the preprocessor\n"
	      "	-v  report stability attributes, arguments, mechanisms\n"
	      "	-V  report the version\n"
	      "	-w  permit destructive actions\n"
	      "	-x  set an option; -x help lists them\n"
	      "	-X  how far the preprocessor keeps to ISO C\n"
	      "	-Z  permit probe descriptions that match no probes\n"
	      "	--explain tag  say what the tag of a diagnostic means\n"
	      "	--status  say what is traced on this machine, -v: at which places\n",
	      stderr);
	return E_USAGE;
}

static int fail(struct dt_error *err)
{
	fprintf(stderr, "dtrace: %s\n", err->message);
	dt_error_destroy(err);
	return E_ERROR;
}

/** The same for an error that may be of the D program: its diagnostics follow. */
static int fail_program(struct cli *c, struct dt_error *err)
{
	bool diagnosed = err->code == DT_ERR_COMPILE;
	int status = fail(err);

	if (diagnosed)
		fputs(dtrace_diagnostics(c->d), stderr);
	return status;
}

/** -x name[=value]; false after a message. */
static bool set_option(struct cli *c, const char *text)
{
	dt_cleanup(dt_free_p) char *name = dt_strdup(text);
	char *value = strchr(name, '=');
	struct dt_error *err;

	if (value)
		*value++ = '\0';
	err = dtrace_setopt(c->d, name, value);
	if (err)
		fail(dt_error_wrap(err, "failed to set -x %s", name));
	return !err;
}

/** An option that stands for an -x one; false after a message. */
static bool set_flag(struct cli *c, char flag, const char *name, const char *value)
{
	struct dt_error *err = dtrace_setopt(c->d, name, value);

	if (err)
		fail(dt_error_wrap(err, "failed to set -%c%s%s", flag, value ? " " : "",
				   value ? value : ""));
	return !err;
}

/** Options that stand for an -x one, with the same argument if they have one. */
static const struct {
	char flag;
	const char *name;
} short_options[] = {
    {'a', "grabanon"},	 {'b', "bufsize"},     {'B', "buffered"}, {'C', "cpp"},	    {'D', "define"},
    {'F', "flowindent"}, {'H', "cpphdrs"},     {'I', "incdir"},	  {'O', "oformat"}, {'q', "quiet"},
    {'U', "undef"},	 {'w', "destructive"}, {'X', "stdc"},	  {'Z', "zdefs"},
};

/** E_SUCCESS or the exit status. */
static int parse_short(struct cli *c, int opt, const char *arg)
{
	for (size_t i = 0; i < dt_array_len(short_options); i++)
		if (short_options[i].flag == opt)
			return set_flag(c, (char)opt, short_options[i].name, arg) ? E_SUCCESS
										  : E_ERROR;
	return usage();
}

static void add_text(struct cli *c, enum dtrace_text kind, const char *text)
{
	dt_vec_push(&c->texts, (struct text){kind, text});
}

/** E_SUCCESS or the exit status. */
static int set_mode(struct cli *c, enum mode mode)
{
	if (c->mode != MODE_TRACE && c->mode != mode) {
		fprintf(stderr,
			"dtrace: only one of the [-AGhlV] options can be specified at a time\n");
		return E_USAGE;
	}
	c->mode = mode;
	return E_SUCCESS;
}

static bool data_model(const char *arg, const char *bits)
{
	if (!strcmp(arg, bits) && !strcmp(bits, "4"))
		return true;
	fprintf(stderr, "dtrace: only the 64-bit data model (-64) is supported\n");
	return false;
}

/** One option; E_SUCCESS or the exit status. */
static int parse_option(struct cli *c, int opt, const char *arg)
{
	bool ok = true;

	switch (opt) {
	case 1:
		dt_vec_push(&c->args, arg);
		break;
	case '6':
		ok = data_model(arg, "4");
		break;
	case '3':
		ok = data_model(arg, "2");
		break;
	case 'A':
		return set_mode(c, MODE_ANONYMOUS);
	case 'c':
		dt_vec_push(&c->commands, arg);
		break;
	case 'e':
		c->compile_only = true;
		break;
	case 'f':
		add_text(c, DTRACE_TEXT_FUNCTION, arg);
		break;
	case 'G':
		return set_mode(c, MODE_OBJECT);
	case 'h':
		return set_mode(c, MODE_HEADER);
	case 'i':
		add_text(c, DTRACE_TEXT_ID, arg);
		break;
	case 'l':
		return set_mode(c, MODE_LIST);
	case 'L':
		ok = set_flag(c, 'L', "libdir", arg);
		break;
	case 'm':
		add_text(c, DTRACE_TEXT_MODULE, arg);
		break;
	case 'n':
		add_text(c, DTRACE_TEXT_NAME, arg);
		break;
	case 'o':
		c->output = arg;
		break;
	case 'p':
		dt_vec_push(&c->pids, arg);
		break;
	case 'P':
		add_text(c, DTRACE_TEXT_PROVIDER, arg);
		break;
	case 's':
		add_text(c, DTRACE_TEXT_FILE, arg);
		break;
	case 'S':
		c->listing = true;
		break;
	case 'v':
		c->verbose = true;
		break;
	case 'V':
		return set_mode(c, MODE_VERSION);
	case 'x':
		if (!strcmp(arg, "help"))
			c->help = true;
		else
			ok = set_option(c, arg);
		break;
	case 'd':
		fprintf(stderr, "dtrace: -d has nothing to show: if and else are compiled as they "
				"stand; -S prints the programs that are generated\n");
		ok = false;
		break;
	case 'z':
		fprintf(stderr, "dtrace: -z names a zone, and Linux has none: a predicate on "
				"curthread or pid selects processes\n");
		ok = false;
		break;
	case OPT_EXPLAIN:
		c->explain = arg;
		break;
	case OPT_STATUS:
		c->status = true;
		break;
	default:
		return parse_short(c, opt, arg);
	}
	return ok ? E_SUCCESS : E_ERROR;
}

/** DTRACE_OPT_NAME=value in the environment; the command line may set the same anew. */
static bool read_environment(struct cli *c)
{
	static const char prefix[] = "DTRACE_OPT_";
	size_t skip = sizeof(prefix) - 1;

	if (getenv("DTRACE_DEBUG") && !set_option(c, "debug"))
		return false;
	for (char **e = environ; *e; e++) {
		const char *equals = strchr(*e, '=');

		if (!equals || strncmp(*e, prefix, skip) != 0)
			continue;
		dt_cleanup(dt_free_p) char *name = dt_asprintf("%.*s", (int)(equals - *e), *e);
		for (char *s = name + skip; *s; s++)
			*s = (char)tolower((unsigned char)*s);
		struct dt_error *err = dtrace_setopt(c->d, name + skip, equals + 1);
		if (err)
			return !fail(dt_error_wrap(err, "failed to set %s%s from the environment",
						   prefix, name + skip));
	}
	return true;
}

/** The command line; E_SUCCESS or the exit status. */
static int parse_args(struct cli *c, int argc, char **argv)
{
	static const struct option long_options[] = {
	    {"explain", required_argument, NULL, OPT_EXPLAIN},
	    {"status", no_argument, NULL, OPT_STATUS},
	    {0},
	};
	int opt, status = E_SUCCESS;

	dt_vec_push(&c->args, argv[0]);
	while (status == E_SUCCESS &&
	       (opt = getopt_long(argc, argv,
				  "-3:6:aAb:Bc:CD:def:FGhHi:I:lL:m:n:o:O:p:P:qs:SU:vVwx:X:z:Z",
				  long_options, NULL)) != -1)
		status = parse_option(c, opt, optarg);
	for (; optind < argc; optind++)
		dt_vec_push(&c->args, argv[optind]);
	return status;
}

static bool start_targets(struct cli *c)
{
	struct dt_error *err = NULL;
	char *end;

	dt_vec_foreach (&c->pids, p) {
		long pid = strtol(*p, &end, 10);

		if (end == *p || *end || pid <= 0)
			err = dt_error_new(DT_ERR_USAGE, "invalid pid: %s", *p);
		else
			err = dtrace_grab(c->d, pid);
		if (err)
			return !fail(err);
	}
	dt_vec_foreach (&c->commands, p) {
		err = dtrace_command(c->d, *p);
		if (err)
			return !fail(err);
	}
	return true;
}

/** Hand the texts to the session and check them; false after messages. */
static bool compile(struct cli *c)
{
	struct dt_error *err = NULL;

	dt_vec_foreach (&c->texts, t) {
		if (t->kind == DTRACE_TEXT_FILE)
			c->args.data[0] = t->text; // $0 is the script
		err = dtrace_add(c->d, t->kind, t->text);
		if (err)
			return !fail(err);
	}
	// The operands of -G are object files.
	dtrace_set_args(c->d, c->args.data, c->mode == MODE_OBJECT ? 1 : c->args.len);
	err = dtrace_check(c->d);
	if (err)
		return !fail_program(c, err);
	fputs(dtrace_diagnostics(c->d), stderr); // warnings
	return true;
}

static void print_reports(struct cli *c)
{
	const char *report;

	if (!dtrace_getopt(c->d, "quiet") && !c->compile_only) {
		for (size_t i = 0; dtrace_text_report(c->d, i, &report); i++)
			say(c, report);
		if (dtrace_getopt(c->d, "destructive"))
			say(c, "allowing destructive actions");
	}
	if (c->verbose)
		dtrace_report_stability(c->d, c->out);
}

static void catch_signals(struct cli *c)
{
	// A write to a slow reader goes on; waits end by dtrace_interrupt().
	struct sigaction act = {.sa_handler = on_signal, .sa_flags = SA_RESTART};
	struct sigaction hup;

	interruptible = c->d;
	sigaction(SIGINT, &act, NULL);
	sigaction(SIGTERM, &act, NULL);
	if (!sigaction(SIGHUP, NULL, &hup) &&
	    hup.sa_handler != SIG_IGN) // nohup(1) wants it ignored
		sigaction(SIGHUP, &act, NULL);
	act.sa_handler = SIG_IGN; // a reader that has gone shows as a failed write
	sigaction(SIGPIPE, &act, NULL);
}

/** The reader of our output has gone: end in silence, as a filter does. */
static bool is_broken_pipe(const struct dt_error *err)
{
	return err && err->os_errno == EPIPE;
}

/** A probe can need a descriptor for each CPU. The commands of -c have started: they keep theirs.
 */
static void raise_limits(struct cli *c)
{
	struct rlimit files, core = {RLIM_INFINITY, RLIM_INFINITY};

	if (dtrace_getopt(c->d, "core") && setrlimit(RLIMIT_CORE, &core) < 0)
		say(c, "failed to permit core files: the hard limit (ulimit -Hc) is lower");
	if (getrlimit(RLIMIT_NOFILE, &files) < 0)
		return;
	files.rlim_cur = files.rlim_max;
	setrlimit(RLIMIT_NOFILE, &files);
}

/** -o: after the program has compiled, so that a mistake in it creates nothing. */
static bool open_output(struct cli *c)
{
	FILE *out;

	if (!c->output && !c->has_stdout && !c->compile_only)
		return !fail(dt_error_new(DT_ERR_OTHER, "the standard output is closed"));
	if (!c->output)
		return true;
	out = fopen(c->output, "ae");
	if (!out)
		return !fail(dt_error_os(errno, "failed to open output file '%s'", c->output));
	c->out = out;
	dtrace_set_output(c->d, out);
	return true;
}

/** Tracing goes on: print, until it ends or is to end; `drain`: only what there is. */
static int consume(struct cli *c, bool drain)
{
	enum dtrace_work work = DTRACE_WORK_OKAY;
	struct dt_error *err = NULL;
	int status;

	while (work == DTRACE_WORK_OKAY && !interrupts && !drain)
		work = dtrace_work(c->d, &err);
	if (work == DTRACE_WORK_ERROR && is_broken_pipe(err)) {
		dt_error_destroy(err);
		dtrace_stop(c->d, true);
		return E_SUCCESS;
	}
	if (work == DTRACE_WORK_ERROR) {
		dtrace_stop(c->d, true);
		return fail(dt_error_wrap(err, "processing aborted"));
	}
	if (interrupts && !dtrace_getopt(c->d, "oformat"))
		fputc('\n', c->out); // after the terminal's ^C
	err = dtrace_stop(c->d, false);
	status = dtrace_exit_status(c->d);
	if (!err)
		return status;
	if (!is_broken_pipe(err))
		return fail(dt_error_wrap(err, "processing aborted"));
	dt_error_destroy(err);
	return status;
}

static int trace(struct cli *c)
{
	struct dt_error *err;

	catch_signals(c);
	raise_limits(c);
	err = dtrace_go(c->d);
	if (err)
		return fail_program(c, err);
	if (c->verbose)
		dtrace_report_memory(c->d);
	if (c->verbose || !dtrace_getopt(c->d, "quiet"))
		dtrace_report_skips(c->d, c->verbose);
	return consume(c, false);
}

/** -a */
static int claim(struct cli *c)
{
	struct dt_error *err;

	if (c->mode != MODE_TRACE || c->texts.len || c->commands.len || c->pids.len ||
	    c->args.len > 1 || c->listing)
		return fail(dt_error_new(
		    DT_ERR_USAGE, "-a claims the anonymous tracing that dtrace -A has begun: "
				  "it takes no program, arguments, processes, -A, -l or -S"));
	catch_signals(c);
	raise_limits(c);
	if (!open_output(c))
		return E_ERROR;
	err = dtrace_claim(c->d);
	if (err)
		return fail_program(c, err);
	if (c->verbose)
		dtrace_report_memory(c->d);
	return consume(c, c->compile_only);
}

/** -A with a program */
static int leave(struct cli *c)
{
	struct dt_error *err;

	raise_limits(c);
	err = dtrace_go_anonymous(c->d);
	if (!err && (c->verbose || !dtrace_getopt(c->d, "quiet")))
		dtrace_report_skips(c->d, c->verbose);
	return err ? fail_program(c, err) : E_SUCCESS;
}

static int forget(struct cli *c)
{
	struct dt_error *err = dtrace_forget_anonymous(c->d);

	return err ? fail(err) : E_SUCCESS;
}

static int list(struct cli *c)
{
	size_t failed;
	struct dt_error *err = dtrace_list(c->d, c->out, c->verbose, &failed);

	if (err)
		return fail(err);
	if (!dtrace_getopt(c->d, "quiet"))
		dtrace_report_skips(c->d, c->verbose);
	return failed ? E_ERROR : E_SUCCESS;
}

static int generate(struct cli *c)
{
	struct dt_error *err = NULL;

	if (c->listing || c->compile_only)
		err = dtrace_generate(c->d, c->listing ? stderr : NULL);
	if (err)
		return fail_program(c, err);
	return E_SUCCESS;
}

static int explain(const struct cli *c)
{
	if (dtrace_explain(c->explain, stdout))
		return E_SUCCESS;
	fprintf(stderr, "dtrace: no diagnostic has the tag %s\n", c->explain);
	return E_ERROR;
}

/** -h and -G: need no privilege, trace nothing. */
static int build(struct cli *c)
{
	const char *script = NULL;
	struct dt_error *err;

	if (!set_flag(c, 'x', "empty", NULL))
		return E_ERROR;
	dt_vec_foreach (&c->texts, t)
		if (t->kind == DTRACE_TEXT_FILE)
			script = t->text;
	if (!compile(c))
		return E_ERROR;
	err = c->mode == MODE_HEADER
		  ? dt_build_header(c->d, script, c->output)
		  : dt_build_object(c->d, script, c->output, c->args.data + 1, c->args.len - 1);
	return err ? fail(err) : E_SUCCESS;
}

static int run(struct cli *c)
{
	if (c->mode == MODE_VERSION) {
		dtrace_print_version(stdout, c->verbose);
		return E_SUCCESS;
	}
	if (c->help) {
		dtrace_help_options(stdout);
		return E_SUCCESS;
	}
	if (c->explain)
		return explain(c);
	if (c->status) {
		struct dt_error *err = dtrace_status(c->out, c->verbose);

		return err ? fail(err) : E_SUCCESS;
	}
	if (dtrace_getopt(c->d, "grabanon"))
		return claim(c);
	if (c->mode == MODE_ANONYMOUS && c->output)
		return fail(dt_error_new(DT_ERR_USAGE, "-A prints nothing: give -o to dtrace -a"));
	if (c->mode == MODE_ANONYMOUS && !c->texts.len)
		return forget(c);
	if (!c->texts.len && c->mode != MODE_LIST)
		return usage();
	if (c->mode == MODE_HEADER || c->mode == MODE_OBJECT)
		return build(c);
	if (c->mode == MODE_LIST && !set_flag(c, 'l', "zdefs", NULL))
		return E_ERROR;
	if (!start_targets(c) || !compile(c) || !open_output(c))
		return E_ERROR;
	if (c->mode == MODE_LIST)
		return list(c);
	print_reports(c);
	if (generate(c) != E_SUCCESS)
		return E_ERROR;
	if (c->compile_only)
		return E_SUCCESS;
	if (!dtrace_match_count(c->d) && !dtrace_getopt(c->d, "zdefs")) {
		fprintf(stderr, "dtrace: no probes matched\n");
		return E_ERROR;
	}
	return c->mode == MODE_ANONYMOUS ? leave(c) : trace(c);
}

/**
 * Descriptors 0 to 2 that are closed get a file on which their use fails: else the next map or link
 * would take the number, and be written to as if it were the output. False if stdout was closed.
 */
static bool fill_standard_fds(void)
{
	bool has_stdout = fcntl(STDOUT_FILENO, F_GETFD) >= 0;

	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
	return has_stdout;
}

int main(int argc, char **argv)
{
	bool has_stdout = fill_standard_fds();
	struct cli c = {.out = stdout, .has_stdout = has_stdout};
	struct dt_error *err = dtrace_open(&c.d);
	int status;

	if (err)
		return fail(err);
	dtrace_set_message_handler(c.d, say, &c);
	status = read_environment(&c) ? parse_args(&c, argc, argv) : E_ERROR;
	if (status == E_SUCCESS)
		status = run(&c);
	dtrace_close(c.d);
	if (c.out && fclose(c.out) && errno != EPIPE && status == E_SUCCESS) {
		fprintf(stderr, "dtrace: failed to write the output: %s\n", strerror(errno));
		status = E_ERROR;
	}
	dt_vec_deinit(&c.texts);
	dt_vec_deinit(&c.commands);
	dt_vec_deinit(&c.pids);
	dt_vec_deinit(&c.args);
	return status;
}
