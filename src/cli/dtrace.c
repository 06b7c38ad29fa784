/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dtrace(1): runs a session of the library according to the command line, and prints messages. Uses
 * only the public header of the library.
 */
#include "dtrace/dtrace.h"

#include "cli/cli.h"
#include "cli/export/export.h"
#include "cli/fleet/agent.h"
#include "cli/fleet/fleet.h"
#include "cli/fleet/merge.h"
#include "cli/message.h"
#include "cli/option.h"
#include "cli/program/build.h"
#include "cli/program/complete.h"
#include "cli/program/diagnostic.h"
#include "cli/report/report.h"
#include "cli/signals.h"
#include "cli/top/divert.h"
#include "cli/top/top.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/** Reports an error. If the D program is wrong, prints its diagnostics as well. */
static int fail_program(struct dt_cli *c, struct dtrace_error *err)
{
	bool diagnosed = dtrace_error_kind(err) == DTRACE_ERROR_COMPILE;
	int status = dt_fail(err, NULL);

	if (diagnosed)
		dt_diagnostics_print(stderr, c->d);
	return status;
}

// ---- before tracing

static int start_targets(struct dt_cli *c)
{
	const struct dt_words *pids = &c->args.pids, *commands = &c->args.commands;
	struct dtrace_error *err = NULL;
	char *end;

	for (size_t i = 0; i < pids->n && !err; i++) {
		long pid = strtol(pids->v[i], &end, 10);

		if (end == pids->v[i] || *end || pid <= 0 || pid != (pid_t)pid)
			return dt_fail_text(isalpha((unsigned char)*pids->v[i])
						? "invalid pid: %s; pgrep finds pids by name"
						: "invalid pid: %s",
					    pids->v[i]);
		err = dtrace_grab(c->d, (pid_t)pid);
	}
	// A command may hang before it starts.
	if (commands->n && !err && !dt_signals_catch(c->d, &c->progress))
		return dt_fail_thread();
	if (c->args.top)
		dt_divert_begin();
	for (size_t i = 0; i < commands->n && !err; i++)
		err = dtrace_command(c->d, commands->v[i]);
	dt_divert_end();
	return err ? dt_fail(err, NULL) : E_SUCCESS;
}

/** Reports whether the text is -fPIC or -fpic: builds pass their CFLAGS to -h and -G. */
static bool is_compiler_flag(const struct dt_arguments *a, size_t i)
{
	return (a->mode == DT_MODE_HEADER || a->mode == DT_MODE_OBJECT) &&
	       a->kinds[i] == DTRACE_TEXT_FUNCTION && !strcasecmp(a->texts.v[i], "pic");
}

/** Adds the texts to the session and checks them. */
static struct dtrace_error *check_texts(struct dt_cli *c)
{
	struct dt_arguments *a = &c->args;
	struct dtrace_error *err;

	for (size_t i = 0; i < a->texts.n; i++) {
		if (is_compiler_flag(a, i))
			continue;
		if (a->kinds[i] == DTRACE_TEXT_FILE)
			a->operands.v[0] = a->texts.v[i]; // $0 is the script
		err = a->contents.v[i] ? dtrace_add_script(c->d, a->texts.v[i], a->contents.v[i])
				       : dtrace_add(c->d, a->kinds[i], a->texts.v[i]);
		if (err)
			return err;
	}
	// The operands of -G are object files.
	dtrace_set_args(c->d, a->operands.v, a->mode == DT_MODE_OBJECT ? 1 : a->operands.n);
	return dtrace_check(c->d);
}

/** Checks the texts and prints the diagnostics. */
static int compile_texts(struct dt_cli *c)
{
	struct dtrace_error *err = check_texts(c);

	if (err)
		return fail_program(c, err);
	dt_diagnostics_print(stderr, c->d); // warnings
	return E_SUCCESS;
}

static void print_reports(struct dt_cli *c)
{
	struct dtrace_text_match m = {.size = sizeof(m)};

	if (!dt_option(c->d, "quiet") && !c->args.compile_only) {
		for (size_t i = 0; dtrace_text_match(c->d, i, &m); i++)
			dt_cli_message(c, "%s '%s' matched %zu probe%s",
				       m.kind == DTRACE_TEXT_FILE ? "script" : "description",
				       m.name, m.n_probes, m.n_probes == 1 ? "" : "s");
		if (dt_option(c->d, "destructive"))
			dt_cli_print(c, "allowing destructive actions");
	}
	if (c->args.verbose)
		dt_report_stability(c);
}

/** Raises limits, because a probe may need a descriptor for each CPU. Commands of -c have already
 * started and keep their limits. */
static void raise_limits(struct dt_cli *c)
{
	struct rlimit files, core = {RLIM_INFINITY, RLIM_INFINITY};

	if (dt_option(c->d, "core") && setrlimit(RLIMIT_CORE, &core) < 0)
		dt_cli_print(c,
			     "failed to permit core files: the hard limit (ulimit -Hc) is lower");
	if (getrlimit(RLIMIT_NOFILE, &files) < 0)
		return;
	files.rlim_cur = files.rlim_max;
	setrlimit(RLIMIT_NOFILE, &files);
}

/** -o: Opens the output. Called after compiling, so that a wrong program creates no file. */
static int open_output(struct dt_cli *c)
{
	const char *output = c->args.output;
	struct dtrace_error *err;
	FILE *out;

	if (!output && !c->has_stdout && !c->args.compile_only)
		return dt_fail_text("the standard output is closed");
	if (!output)
		return E_SUCCESS;
	out = fopen(output, "ae");
	if (!out)
		return dt_fail_text("failed to open output file '%s': %s", output, strerror(errno));
	c->out = out;
	err = dtrace_set_output(c->d, fileno(out));
	return err ? dt_fail(err, NULL) : E_SUCCESS;
}

// ---- tracing

/** Reports whether the reader of our output has gone; then frees the error, since dtrace ends
 * silently, as a filter does. */
static bool is_broken_pipe(struct dtrace_error *err)
{
	if (dtrace_error_errno(err) != EPIPE)
		return false;
	dtrace_error_free(err);
	return true;
}

/** Writes a newline before the library writes more. */
static void end_line(struct dt_cli *c)
{
	fputc('\n', c->out);
	fflush(c->out);
}

/** Prints records until tracing ends or a signal comes. With `drain`, prints only the existing
 * records. */
static int consume_records(struct dt_cli *c, bool drain)
{
	enum dtrace_work work = DTRACE_WORK_OKAY;
	struct dtrace_error *err = NULL;
	int status;

	if (c->args.top && !drain)
		work = dt_top_trace(c, &err);
	while (work == DTRACE_WORK_OKAY && !dt_signals_received() && !drain && !c->args.top)
		work = dt_metrics_work(c, &err);
	if (work == DTRACE_WORK_ERROR) {
		dtrace_error_free(dtrace_stop(c->d, true));
		return is_broken_pipe(err) ? E_SUCCESS : dt_fail(err, "processing aborted");
	}
	if (dt_signals_received() && !dt_option(c->d, "oformat") && !c->args.top)
		end_line(c); // after the terminal's ^C
	err = dtrace_stop(c->d, false);
	if (c->args.verbose)
		dt_report_stacks(c);
	if (c->args.verbose ||
	    (isatty(STDERR_FILENO) && (dt_signals_received() || !dt_option(c->d, "quiet"))))
		dt_report_silence(c);
	status = dt_export_finish(c) == E_SUCCESS ? dtrace_exit_status(c->d) : E_ERROR;
	if (!err || is_broken_pipe(err))
		return status;
	return dt_fail(err, "processing aborted");
}

static int start_consuming(struct dt_cli *c, bool drain)
{
	if (!c->args.top || dtrace_aggregation_name(c->d, 0))
		return consume_records(c, drain);
	dtrace_error_free(dtrace_stop(c->d, true));
	return dt_fail_text("--top shows aggregations, but the program has none");
}

static int trace_program(struct dt_cli *c)
{
	struct dtrace_error *err;

	if (!dt_signals_catch(c->d, &c->progress))
		return dt_fail_thread();
	dt_signals_trace();
	raise_limits(c);
	if (dt_export_open(c) != E_SUCCESS || dt_metrics_check(c) != E_SUCCESS)
		return E_ERROR;
	err = dtrace_go(c->d);
	if (err)
		return fail_program(c, err);
	if (dt_metrics_open(c) != E_SUCCESS)
		return E_ERROR;
	if (c->args.verbose)
		dt_report_memory(c);
	dt_report_skips(c);
	return start_consuming(c, false);
}

/** -a */
static int claim_anonymous(struct dt_cli *c)
{
	const struct dt_arguments *a = &c->args;
	struct dtrace_error *err;

	if (a->mode != DT_MODE_TRACE || a->texts.n || a->commands.n || a->pids.n ||
	    a->operands.n > 1 || a->listing)
		return dt_fail_text("-a claims the anonymous tracing that dtrace -A has begun: it "
				    "takes no program, arguments, processes, -A, -l or -S");
	if (!dt_signals_catch(c->d, &c->progress))
		return dt_fail_thread();
	dt_signals_trace();
	raise_limits(c);
	if (open_output(c) != E_SUCCESS || dt_export_open(c) != E_SUCCESS ||
	    dt_metrics_check(c) != E_SUCCESS)
		return E_ERROR;
	err = dtrace_claim(c->d);
	if (err)
		return fail_program(c, err);
	if (dt_metrics_open(c) != E_SUCCESS)
		return E_ERROR;
	if (a->verbose)
		dt_report_memory(c);
	return start_consuming(c, a->compile_only);
}

/** -A with a program */
static int leave_anonymous(struct dt_cli *c)
{
	struct dtrace_error *err;

	raise_limits(c);
	err = dtrace_go_anonymous(c->d);
	if (!err)
		dt_report_skips(c);
	return err ? fail_program(c, err) : E_SUCCESS;
}

static int forget_anonymous(struct dt_cli *c)
{
	struct dtrace_error *err = dtrace_forget_anonymous(c->d);

	return err ? dt_fail(err, NULL) : E_SUCCESS;
}

// ---- instead of tracing

static int generate_programs(struct dt_cli *c)
{
	bool listing = c->args.listing || dt_option(c->d, "verbose");
	struct dtrace_error *err = NULL;

	if (listing || c->args.compile_only)
		err = dtrace_generate(c->d, listing ? STDERR_FILENO : -1);
	return err ? fail_program(c, err) : E_SUCCESS;
}

static int explain_topic(struct dt_cli *c)
{
	if (start_targets(c) != E_SUCCESS)
		return E_ERROR;
	if (dt_explain(c->d, c->args.explain, stdout))
		return E_SUCCESS;
	return dt_fail_text(
	    "no topic is called %s (--explain topics lists all; -lvvn NAME describes probes)",
	    c->args.explain);
}

/** Reports that no program was given; words without a flag are macro arguments. */
static int no_program(const struct dt_arguments *a)
{
	if (a->operands.n > 1)
		dt_message("no program was given: a description needs -n, as in dtrace -n '%s'",
			   a->operands.v[1]);
	return dt_usage();
}

static int complete_words(struct dt_cli *c)
{
	return start_targets(c) == E_SUCCESS ? dt_complete_print(c->out, c->d, c->args.complete)
					     : E_ERROR;
}

/** -h and -G: Writes the file. Requires no privilege and traces nothing. */
static int build_file(struct dt_cli *c)
{
	const struct dt_arguments *a = &c->args;
	struct dtrace_error *err = dtrace_setopt(c->d, "empty", NULL);
	const char *script = NULL;

	if (err)
		return dt_fail(err, NULL);
	for (size_t i = 0; i < a->texts.n; i++)
		if (a->kinds[i] == DTRACE_TEXT_FILE)
			script = a->texts.v[i];
	if (compile_texts(c) != E_SUCCESS)
		return E_ERROR;
	if (a->mode == DT_MODE_HEADER)
		return dt_build_header(c->d, script, a->output);
	return dt_build_object(c->d, script, a->output, a->operands.v + 1, a->operands.n - 1);
}

/** --check with -O json: a document, whatever happens. */
static int write_check(struct dt_cli *c)
{
	struct dtrace_error *err = check_texts(c);
	int status;

	if (!err)
		err = dtrace_generate(c->d, -1);
	status = err ? E_ERROR : E_SUCCESS;
	if (open_output(c) != E_SUCCESS)
		status = E_ERROR;
	else
		dt_diagnostics_write(c->out, c->d, err);
	dtrace_error_free(err);
	return status;
}

/** Lists, compiles or traces the texts. */
static int run_texts(struct dt_cli *c)
{
	const struct dt_arguments *a = &c->args;
	struct dtrace_error *err = NULL;

	if (a->mode == DT_MODE_LIST)
		err = dtrace_setopt(c->d, "zdefs", NULL);
	if (err)
		return dt_fail(err, NULL);
	if (start_targets(c) != E_SUCCESS || compile_texts(c) != E_SUCCESS ||
	    (a->agent && dt_agent_check(c) != E_SUCCESS) || open_output(c) != E_SUCCESS)
		return E_ERROR;
	if (a->mode == DT_MODE_LIST)
		return dt_list_probes(c);
	print_reports(c);
	if (generate_programs(c) != E_SUCCESS)
		return E_ERROR;
	if (a->compile_only)
		return E_SUCCESS;
	if (!dtrace_match_count(c->d) && !dt_option(c->d, "zdefs"))
		return dt_fail_text("no probes matched");
	return a->mode == DT_MODE_ANONYMOUS ? leave_anonymous(c) : trace_program(c);
}

/** --hosts and --merge */
static int run_fleet(struct dt_cli *c)
{
	if (open_output(c) != E_SUCCESS)
		return E_ERROR;
	return c->args.merge ? dt_merge_files(c) : dt_fleet_run(c);
}

static int run_agent(struct dt_cli *c)
{
	int status = dt_agent_begin(c);

	return status == E_SUCCESS ? run_texts(c) : status;
}

static int run_mode(struct dt_cli *c)
{
	const struct dt_arguments *a = &c->args;

	if (a->verbose)
		dtrace_set_verbose(c->d);
	if (a->top && a->mode == DT_MODE_TRACE && dt_top_open() != E_SUCCESS)
		return E_ERROR;
	if (a->help)
		dt_help(stdout);
	else if (a->mode == DT_MODE_VERSION)
		dt_print_version(stdout, a->verbose);
	else if (a->list_options)
		dt_help_options(stdout);
	else if (a->explain)
		return explain_topic(c);
	else if (a->complete)
		return complete_words(c);
	else if (a->status)
		return dt_show_status(c);
	else if (a->agent)
		return run_agent(c);
	else if (a->hosts || a->merge)
		return run_fleet(c);
	else if (dt_option(c->d, "grabanon"))
		return claim_anonymous(c);
	else if (a->mode == DT_MODE_ANONYMOUS && a->output)
		return dt_fail_text("-A prints nothing: give -o to dtrace -a");
	else if (a->mode == DT_MODE_ANONYMOUS && !a->texts.n)
		return forget_anonymous(c);
	else if (!a->texts.n && a->operands.n > 1)
		return no_program(a);
	else if (!a->texts.n && a->compile_only)
		return E_SUCCESS; // nothing to compile; the options were valid
	else if (!a->texts.n && a->mode != DT_MODE_LIST)
		return no_program(a);
	else if (a->mode == DT_MODE_HEADER || a->mode == DT_MODE_OBJECT)
		return build_file(c);
	else if (a->check && dt_option(c->d, "oformat") == OFORMAT_JSON)
		return write_check(c);
	else
		return run_texts(c);
	return E_SUCCESS;
}

/**
 * Opens closed descriptors among 0 to 2 so that using them fails. Otherwise the next map or link
 * would get the number, and the output would be written to it. Returns false if stdout was closed.
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
	struct dt_cli c = {.has_stdout = fill_standard_fds(), .out = stdout};
	struct dtrace_error *err = dtrace_open(&c.d);
	int status;

	if (err)
		return dt_fail(err, NULL);
	dtrace_set_message_handler(c.d, dt_cli_print, &c);
	dt_progress_init(&c.progress);
	dtrace_set_progress_handler(c.d, dt_progress_show, &c.progress);
	dtrace_set_listing(c.d, STDERR_FILENO);
	status = dt_arguments_read(&c.args, c.d, argc, argv);
	if (status == E_SUCCESS)
		status = run_mode(&c);
	dt_export_close(&c);
	dt_metrics_close(&c);
	dtrace_close(c.d);
	dt_progress_clear(&c.progress);
	if (c.out && fclose(c.out) && errno != EPIPE && status == E_SUCCESS)
		status = dt_fail_text("failed to write the output: %s", strerror(errno));
	dt_arguments_deinit(&c.args);
	return status;
}
