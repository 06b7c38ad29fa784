/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Calls the functions of a generated file in each state of a session (_every.py). Each function
 * gets a child with a new session, which must not crash or hang.
 */
#include "_every.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>

enum { LIMIT_S = 60 };

const char misuse_text[] = "BEGIN { trace(1); @ = count(); }";
const char *const misuse_words[] = {"word", NULL};
int misuse_fd;
const struct dtrace_record *misuse_record;
const struct dtrace_shape *misuse_shape;

static char *now; // the current call, shared with the parent
static const struct misuse *in_handler;

void misuse_now(const char *call)
{
	strncpy(now, call, 4095);
}

void misuse_check(struct dtrace_error *err)
{
	if (err && !*dtrace_error_message(err))
		abort();
	dtrace_error_free(err);
}

struct dtrace_error *misuse_error(void)
{
	static struct dtrace *scratch;

	if (!scratch)
		dtrace_error_free(dtrace_open(&scratch));
	return dtrace_setopt(scratch, "nosuch", NULL);
}

struct dtrace_aggregation *misuse_aggregation(struct dtrace *d)
{
	struct dtrace_aggregation *a = NULL;

	dtrace_error_free(dtrace_aggregation_read(d, "_", false, &a));
	return a;
}

void *misuse_room(void)
{
	return calloc(1, 4096);
}

void *misuse_sized(size_t size)
{
	size_t *room = misuse_room();

	*room = size;
	return room;
}

long misuse_ignore(void)
{
	return 0;
}

static void call_in_handler(void *arg, const struct dtrace_record *r)
{
	const struct misuse *m = in_handler;

	if (!m)
		return;
	in_handler = NULL;
	misuse_record = r;
	misuse_shape = dtrace_record_shape(r);
	m->call(arg);
	misuse_now("dtrace_close(d) in a handler");
	dtrace_close(arg);
	misuse_record = NULL;
}

// ---- the states

enum state {
	NONE,
	OPENED,
	ADDED,
	FAILED,
	CHECKED,
	GENERATED,
	GOING,
	IN_HANDLER,
	STOPPED,
	N_STATES
};

static const char *const names[] = {
    "without a session", "opened", "with a text",  "after errors", "checked",
    "generated",	 "going",  "in a handler", "stopped"};

static struct dtrace *reach(enum state state)
{
	struct dtrace_handler handler = {.size = sizeof(handler), .record = call_in_handler};
	struct dtrace_error *err = NULL;
	struct dtrace *d = NULL;

	if (state > NONE)
		misuse_check(dtrace_open(&d));
	if (state == IN_HANDLER) {
		handler.arg = d;
		misuse_check(dtrace_set_handler(d, &handler));
	}
	if (state > OPENED) {
		misuse_check(dtrace_set_output(d, misuse_fd));
		misuse_check(dtrace_add(d, DTRACE_TEXT_NAME,
					state == FAILED ? "BEGIN { nosuch(); }" : misuse_text));
	}
	if (state > ADDED)
		misuse_check(dtrace_check(d));
	if (state > CHECKED)
		misuse_check(dtrace_generate(d, -1));
	if (state > GENERATED)
		misuse_check(dtrace_go(d));
	if (state == IN_HANDLER)
		dtrace_work(d, &err);
	if (state > GOING)
		misuse_check(dtrace_stop(d, false));
	dtrace_error_free(err);
	return d;
}

static int use(const struct misuse *m, enum state state)
{
	struct dtrace *d;

	alarm(LIMIT_S);
	in_handler = state == IN_HANDLER ? m : NULL;
	misuse_now("the preparation");
	d = reach(state);
	if (state == IN_HANDLER && in_handler)
		return 3;
	if (state != IN_HANDLER)
		m->call(d);
	misuse_now("dtrace_close(d)");
	dtrace_close(d);
	return 0;
}

int main(int argc, char **argv)
{
	size_t wrong = 0;
	int status;

	now = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	misuse_fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	setvbuf(stdout, NULL, _IONBF, 0);
	for (enum state state = NONE; state < N_STATES; state++) {
		for (size_t i = 0; i < n_misuses; i++) {
			pid_t child;

			if (argc > 1 && strcmp(argv[1], misuses[i].name) != 0)
				continue;
			child = fork();
			if (!child)
				_exit(use(&misuses[i], state));
			waitpid(child, &status, 0);
			if (status)
				printf("%s, %s: %s: status %#x\n", names[state], misuses[i].name,
				       now, (unsigned)status);
			wrong += status != 0;
		}
	}
	printf("%s\n", wrong ? "wrong" : "an error or an empty result");
	return 0;
}
