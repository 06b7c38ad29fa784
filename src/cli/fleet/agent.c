/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A thread watches the standard input and output. If the client has gone, or sends no sign of life,
 * the thread ends the process; nothing remains in the kernel.
 */
#include "cli/fleet/agent.h"

#include "base/str.h"
#include "base/time.h"
#include "cli/fleet/reader.h"
#include "cli/message.h"
#include "cli/option.h"
#include "cli/program/json.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SILENCE_MS = 6 * DT_LIFE_MS, LAST_WORDS_MS = 10000 };

bool dt_agent_is_version(const char *version)
{
	return version && atoi(version) == atoi(dtrace_version()) && *version >= '0' &&
	       *version <= '9';
}

// ---- the client's lines

/** Reads a line that is not empty, without its end, byte by byte, so that the rest stays in the
 * pipe. Returns false at the end of the input and if the line is too long. */
static bool read_line(struct dt_str *ret)
{
	char c;

	while (ret->len < DT_PROGRAM_LINE && read(STDIN_FILENO, &c, 1) == 1) {
		if (c != '\n')
			dt_str_append_c(ret, c);
		else if (ret->len)
			return true;
	}
	return false;
}

/** Reads a line of this type. Its text is in the line's memory. */
static const struct dt_json_value *read_object(struct dt_json_line *line, const char *type)
{
	const struct dt_json_value *object = NULL;
	struct dt_str text = {0};
	const char *found;

	if (read_line(&text))
		object = dt_json_read(line, text.data, text.len);
	found = dt_json_word(object, "type");
	dt_str_deinit(&text);
	return found && !strcmp(found, type) ? object : NULL;
}

static void greet(void)
{
	static const char *const features[] = {"32-bit", "copyout", "kernel-functions",
					       "kernel-types"};
	struct dt_json j = {.out = stdout};

	dt_json_open(&j, NULL, '{');
	dt_json_text(&j, "type", DT_AGENT_HELLO);
	dt_json_text(&j, "version", dtrace_version());
	dt_json_open(&j, "features", '[');
	for (size_t i = 0; i < dt_array_len(features); i++)
		if (dtrace_has(features[i]))
			dt_json_text(&j, NULL, features[i]);
	dt_json_close(&j, ']');
	dt_json_close(&j, '}');
	putchar('\n');
	fflush(stdout);
}

static void send_clock(void)
{
	struct dt_json j = {.out = stdout};

	dt_json_open(&j, NULL, '{');
	dt_json_text(&j, "type", "clock");
	dt_json_number(&j, "time", dt_now());
	dt_json_number(&j, "wall", dt_clock(CLOCK_REALTIME));
	dt_json_close(&j, '}');
	putchar('\n');
	fflush(stdout);
}

// ---- the program

static int refuse_program(void)
{
	return dt_fail_text("the client's program is no program of --hosts");
}

static int set_options(struct dt_cli *c, const struct dt_json_value *list)
{
	for (const struct dt_json_value *o = list ? list->first : NULL; o; o = o->next) {
		const char *name = dt_json_word(o, "name");
		struct dtrace_error *err;

		if (!name)
			return refuse_program();
		err = dtrace_setopt(c->d, name, dt_json_word(o, "value"));
		if (err)
			return dt_fail(err, name);
	}
	return E_SUCCESS;
}

/** Takes the texts and arguments. They live in the line's memory, which is never freed. */
static int take_program(struct dt_cli *c, const struct dt_json_value *program)
{
	const struct dt_json_value *texts = dt_json_member(program, "texts", DT_JSON_ARRAY), *v;
	const struct dt_json_value *words = dt_json_member(program, "arguments", DT_JSON_ARRAY);
	struct dt_arguments *a = &c->args;

	if (!texts || !words || !texts->n || !words->n)
		return refuse_program();
	dt_arguments_reserve(a, texts->n + words->n + 1);
	for (v = texts->first; v; v = v->next) {
		const char *name = dt_json_word(v, "name"), *text = dt_json_word(v, "text");
		int64_t kind;

		if (!name || !dt_json_integer_member(v, "kind", &kind) || kind < DTRACE_TEXT_FILE ||
		    kind > DTRACE_TEXT_ID || (kind == DTRACE_TEXT_FILE && !text))
			return refuse_program();
		dt_arguments_add_text(a, (enum dtrace_text)kind, name, text);
	}
	a->operands.n = 0;
	for (v = words->first; v; v = v->next)
		if (v->kind == DT_JSON_STRING)
			a->operands.v[a->operands.n++] = v->text;
	return a->operands.n ? set_options(c, dt_json_member(program, "options", DT_JSON_ARRAY))
			     : E_USAGE;
}

// ---- the end

/** Waits until the reader of our output has gone, or for the longest time of a printing END. */
static void await_end(void)
{
	struct pollfd out = {.fd = STDOUT_FILENO};

	poll(&out, 1, LAST_WORDS_MS);
	_exit(E_ERROR);
}

/** Reads signs of life until the input ends or is silent. */
static void *watch_client(void *unused)
{
	struct pollfd fds[] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = STDOUT_FILENO}};
	char bytes[512];

	while (poll(fds, 2, SILENCE_MS) > 0 && !fds[1].revents &&
	       read(STDIN_FILENO, bytes, sizeof(bytes)) > 0)
		;
	if (fds[1].revents & POLLNVAL) // the process has closed it and is about to end
		return NULL;
	kill(getpid(), SIGTERM);
	await_end();
	return NULL;
}

int dt_agent_begin(struct dt_cli *c)
{
	static struct dt_json_line line; // lives as long as the program
	const struct dt_json_value *object;
	sigset_t all, old;
	pthread_t thread;
	int status;

	if (c->args.texts.n || c->args.operands.n > 1 || c->args.commands.n || c->args.pids.n ||
	    c->args.mode != DT_MODE_TRACE)
		return dt_fail_text("--agent takes its program from the standard input only");
	greet();
	object = read_object(&line, DT_CLIENT_HELLO);
	if (!object || !dt_agent_is_version(dt_json_word(object, "version")))
		return dt_fail_text("the client is no dtrace of version %d",
				    atoi(dtrace_version()));
	send_clock();
	object = read_object(&line, "program");
	if (!object)
		return refuse_program();
	status = take_program(c, object);
	if (status != E_SUCCESS)
		return status;
	// Its own signal must not end the process by the thread that sends it.
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	errno = pthread_create(&thread, NULL, watch_client, NULL);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (errno)
		return dt_fail_thread();
	pthread_detach(thread);
	return E_SUCCESS;
}

int dt_agent_check(struct dt_cli *c)
{
	struct dtrace_error *err = dtrace_setopt(c->d, "oformat", "json");

	if (err)
		return dt_fail(err, NULL);
	if (dt_option(c->d, "destructive"))
		return dt_fail_text("an agent allows no destructive actions");
	return E_SUCCESS;
}
