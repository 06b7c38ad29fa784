/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Calls every function that takes a session within handlers, and without a session: an error of
 * usage or nothing, never a crash. The arguments would be right otherwise.
 */
#include <dtrace/dtrace.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const words[] = {"true", NULL};
static const struct dtrace_command command = {.size = sizeof(command), .argv = words};
static const struct dtrace_handler no_handler = {.size = sizeof(no_handler)};
static struct dtrace_aggregation *aggregation;
static struct dtrace_error *work_error;

static void visit(void)
{
}

/** Functions that return an error. */
#define FALLIBLE                                                                  \
	X(setopt, "quiet", NULL)                                                  \
	X(command, "true")                                                        \
	X(command_argv, &command)                                                 \
	X(grab, 1)                                                                \
	X(add, DTRACE_TEXT_NAME, "BEGIN")                                         \
	X(add_script, "script", "BEGIN")                                          \
	X(check)                                                                  \
	X(generate, -1)                                                           \
	X(set_output, STDOUT_FILENO)                                              \
	X(go)                                                                     \
	X(stop, false)                                                            \
	X(set_handler, &no_handler)                                               \
	X(set_batches, 10)                                                        \
	X(aggregation_read, "_", false, &aggregation)                             \
	X(aggregation_take, "_", 0, &aggregation, &(size_t){0})                   \
	X(go_anonymous)                                                           \
	X(claim)                                                                  \
	X(forget_anonymous)                                                       \
	X(each_probe, (void (*)(void *, const struct dtrace_probe *))visit, NULL) \
	X(complete, "sys", 3, &(size_t){0})                                       \
	X(write_header, STDOUT_FILENO)                                            \
	X(write_object, "/nosuch/file", words, 1)

/** Functions that do nothing in a handler. */
#define SILENT                                                                    \
	X(close)                                                                  \
	X(set_listing, -1)                                                        \
	X(set_verbose)                                                            \
	X(set_message_handler, NULL, NULL)                                        \
	X(set_progress_handler, NULL, NULL)                                       \
	X(set_args, words, 1)                                                     \
	X(read_batch, 1, NULL, &(struct ArrowSchema){0}, &(struct ArrowArray){0}) \
	X(work, &work_error)                                                      \
	X(work_now, &work_error)

/** Functions that read. */
#define READERS                                                                                    \
	X(getopt, "quiet", &(int64_t){0})                                                          \
	X(getopt_text, "quiet")                                                                    \
	X(frame, 0, 4096, 0, &(struct dtrace_frame){.size = 8})                                    \
	X(fd)                                                                                      \
	X(interrupt)                                                                               \
	X(exit_status)                                                                             \
	X(match_count)                                                                             \
	X(diagnostics)                                                                             \
	X(diagnostic, 0, NULL)                                                                     \
	X(text_match, 0, &(struct dtrace_text_match){.size = 8})                                   \
	X(aggregation_name, 0)                                                                     \
	X(target, 0, &(struct dtrace_target){.size = 8})                                           \
	X(drops, 0, &(struct dtrace_drop){.size = 8})                                              \
	X(probe, 1, &(struct dtrace_probe){.size = 8})                                             \
	X(probe_info, 1, &(struct dtrace_probe_info){.size = 8})                                   \
	X(probe_argument, 1, 0, &(struct dtrace_argument){.size = 8})                              \
	X(each_clause, (void (*)(void *, const struct dtrace_clause *))visit, NULL)                \
	X(each_definition, "curpsinfo", (void (*)(void *, const struct dtrace_definition *))visit, \
	  NULL)                                                                                    \
	X(each_member, "struct list_head", (void (*)(void *, const struct dtrace_member *))visit,  \
	  NULL)                                                                                    \
	X(find_type, "pid_t", &(struct dtrace_type){.size = 8})                                    \
	X(each_skip, (void (*)(void *, const struct dtrace_skip *))visit, NULL)                    \
	X(statistics, &(struct dtrace_statistics){.size = 8})                                      \
	X(completion, 0, &(struct dtrace_completion){.size = 8})                                   \
	X(metric, 0, &(struct dtrace_metric){.size = 8})                                           \
	X(salvage)

struct call {
	const char *name;
	struct dtrace_error *(*fn)(struct dtrace *d);
};

#define X(name, ...)                                             \
	static struct dtrace_error *try_##name(struct dtrace *d) \
	{                                                        \
		return dtrace_##name(d, ##__VA_ARGS__);          \
	}
FALLIBLE
#undef X
#define X(name, ...)                                             \
	static struct dtrace_error *try_##name(struct dtrace *d) \
	{                                                        \
		(void)dtrace_##name(d, ##__VA_ARGS__);           \
		return NULL;                                     \
	}
SILENT READERS
#undef X

#define X(name, ...) {#name, try_##name},
    static const struct call fallible[] = {FALLIBLE},
			     others[] = {SILENT READERS};

static struct dtrace *session;
static int n_records, n_messages;

static void try_all(const char *where, struct dtrace *d)
{
	for (size_t i = 0; i < sizeof(fallible) / sizeof(*fallible); i++) {
		struct dtrace_error *err = fallible[i].fn(d);

		if (!err || dtrace_error_kind(err) != DTRACE_ERROR_USAGE)
			printf("%s: dtrace_%s: %s\n", where, fallible[i].name,
			       err ? dtrace_error_message(err) : "fine");
		dtrace_error_free(err);
	}
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
		if (!strcmp(others[i].name, d ? "salvage" : "close"))
			continue; // for other threads; a NULL session may be closed

		others[i].fn(d);
		dtrace_error_free(work_error);
		work_error = NULL;
	}
	printf("%s: done\n", where);
}

static void on_record(void *arg, const struct dtrace_record *r)
{
	if (n_records++ == 1)
		try_all("record", session);
}

static void on_message(void *arg, const char *text)
{
	if (n_messages++)
		printf("message: %s\n", text);
	else
		try_all("message", session);
}

int main(void)
{
	const struct dtrace_handler h = {.size = sizeof(h), .record = on_record};
	struct dtrace_error *err = NULL;

	try_all("no session", NULL);
	if (dtrace_open(&session) || dtrace_set_handler(session, &h))
		return 1;
	dtrace_set_message_handler(session, on_message, NULL);
	if (dtrace_add(session, DTRACE_TEXT_NAME,
		       "BEGIN { trace(*(int *)8); } BEGIN { trace(1); trace(2); } BEGIN { @ = "
		       "count(); trace(3); exit(0); }") ||
	    dtrace_check(session) || dtrace_go(session))
		return 1;
	while (dtrace_work(session, &err) == DTRACE_WORK_OKAY)
		;
	err = dtrace_stop(session, false);
	printf("%d records, %s\n", n_records, err ? dtrace_error_message(err) : "fine");
	dtrace_close(session);
	return 0;
}
