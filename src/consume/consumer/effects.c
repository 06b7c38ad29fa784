/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Actions that the consumer carries out when it reads their record: system, freopen, ftruncate,
 * setopt. A refusal is reported as a message and does not end tracing.
 */
#include "consume/consumer/consumer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { WAITING_MS = 5 };

/** Returns the formatted text, NUL-terminated on the heap. */
static char *format_text(struct dt_consumer *c, const struct dt_action *a,
			 const struct dt_record *r)
{
	struct dt_out text;

	dt_out_init(&text, NULL);
	dt_printf_print(&a->format, &text, &c->names, r->payload, NULL, NULL);
	dt_out_char(&text, '\0');
	return text.data;
}

/** Waits until the child has ended. Calls config.waiting meanwhile, which probes the processes that
 *  the child starts. */
static void await_child(struct dt_consumer *c, pid_t child)
{
	dt_cleanup(dt_close_p) int pidfd = (int)syscall(SYS_pidfd_open, child, 0);
	struct pollfd p = {.fd = pidfd, .events = POLLIN};

	while (pidfd >= 0 && c->config.waiting && poll(&p, 1, WAITING_MS) <= 0)
		c->config.waiting(c->config.self);
	while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
}

/** Runs the command with our output as its stdout. Returns 0 or an errno. */
static int run_shell(struct dt_consumer *c, char *command)
{
	char *argv[] = {"sh", "-c", command, NULL};
	int out = fileno(c->out.file);
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attr;
	sigset_t defaults, none;
	pid_t pid;

	posix_spawn_file_actions_init(&actions);
	posix_spawnattr_init(&attr);
	sigemptyset(&none);
	sigemptyset(&defaults);
	sigaddset(&defaults, SIGPIPE);
	posix_spawnattr_setsigdefault(&attr, &defaults);
	// A caller that waits for signals in a thread has blocked them in all threads.
	posix_spawnattr_setsigmask(&attr, &none);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
	if (out >= 0 && out != STDOUT_FILENO)
		posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
	int error = posix_spawn(&pid, "/bin/sh", &actions, &attr, argv, environ);
	posix_spawnattr_destroy(&attr);
	posix_spawn_file_actions_destroy(&actions);
	if (error)
		return error;
	await_child(c, pid);
	return 0;
}

void dt_effect_system(struct dt_consumer *c, const struct dt_action *a, const struct dt_record *r)
{
	dt_cleanup(dt_free_p) char *command = format_text(c, a, r);

	dt_consumer_fail(c, dt_out_flush(&c->out));
	int error = run_shell(c, command);
	if (error)
		dt_consumer_message(c, "failed to run '%s': %s", command, strerror(error));
}

void dt_effect_freopen(struct dt_consumer *c, const struct dt_action *a, const struct dt_record *r)
{
	dt_cleanup(dt_free_p) char *path = format_text(c, a, r);
	FILE *file = path[0] ? fopen(path, "ae") : c->config.out;

	if (!file) {
		dt_consumer_message(c, "failed to freopen '%s': %s", path, strerror(errno));
		return;
	}
	dt_consumer_fail(c, dt_out_flush(&c->out));
	dt_out_redirect(&c->out, file);
	c->out.colors = dt_color_is_on(c->config.options, file);
	if (c->reopened)
		fclose(c->reopened);
	c->reopened = path[0] ? file : NULL;
}

void dt_effect_ftruncate(struct dt_consumer *c, const struct dt_action *a,
			 const struct dt_record *r)
{
	int fd = fileno(c->out.file);
	struct stat st;

	dt_consumer_fail(c, dt_out_flush(&c->out));
	if (fd < 0 || fstat(fd, &st) || !S_ISREG(st.st_mode))
		return;
	if (ftruncate(fd, 0))
		dt_consumer_message(c, "failed to truncate the output: %s", strerror(errno));
	rewind(c->out.file);
}

/** Returns a copy of a string field, NUL-terminated on the heap. */
static char *field_string(struct dt_consumer *c, const struct dt_field *f, const uint8_t *base)
{
	size_t len = 0;
	const char *text = dt_field_text(&c->names, f, base, &len);

	return dt_asprintf("%.*s", (int)len, text ? text : "");
}

void dt_effect_setopt(struct dt_consumer *c, const struct dt_action *a, const struct dt_record *r)
{
	dt_cleanup(dt_free_p) char *name = field_string(c, &a->desc->fields[0], r->payload);
	dt_cleanup(dt_free_p) char *value =
	    a->desc->n_fields > 1 ? field_string(c, &a->desc->fields[1], r->payload) : NULL;
	struct dt_option_note note = {0};
	struct dt_error *err =
	    dt_options_set(c->config.options, name, value, DT_ORIGIN_SETOPT, true, &note);

	if (err)
		dt_consumer_message(c, "failed to set option '%s' to '%s': %s", name,
				    value ? value : "", err->message);
	else if (note.text && !note.is_detail)
		dt_consumer_message(c, "%s", note.text);
	free(note.text);
	dt_error_destroy(err);
}
