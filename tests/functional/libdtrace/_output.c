/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Text goes to descriptors of the caller: records, the listing, the header, messages. Wrong
 * descriptors are errors.
 */
#include <dtrace/dtrace.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const kinds[] = {"other",	   "system", "privilege",
				    "unsupported", "usage",  "compile"};

static void show(const char *what, struct dtrace_error *err)
{
	if (err)
		printf("%s: %s, errno %d: %s\n", what, kinds[dtrace_error_kind(err)],
		       dtrace_error_errno(err), dtrace_error_message(err));
	else
		printf("%s: fine\n", what);
	dtrace_error_free(err);
}

static struct dtrace *open_quiet(const char *text)
{
	struct dtrace *d;

	if (dtrace_open(&d) || dtrace_setopt(d, "quiet", NULL) ||
	    dtrace_add(d, DTRACE_TEXT_NAME, text))
		exit(1);
	return d;
}

/** Prints what was written to the pipe, up to its end. */
static void show_pipe(const char *what, int fd)
{
	char text[4096];
	size_t n = 0;
	ssize_t got;

	while (n < sizeof(text) - 1 && (got = read(fd, text + n, sizeof(text) - 1 - n)) > 0)
		n += (size_t)got;
	text[n] = '\0';
	printf("%s: %s\n", what, text);
	close(fd);
}

static void print_records(void)
{
	struct dtrace *d = open_quiet("BEGIN { printf(\"first \"); } END { printf(\"last\"); }");
	int fds[2], reader = open("/dev/null", O_RDONLY);

	if (pipe(fds) || reader < 0)
		exit(1);
	show("no descriptor", dtrace_set_output(d, -1));
	show("for reading", dtrace_set_output(d, reader));
	show("a file", dtrace_set_output(d, STDOUT_FILENO));
	show("a pipe", dtrace_set_output(d, fds[1]));
	close(fds[1]); // the session has a copy
	show("check", dtrace_check(d));
	show("go", dtrace_go(d));
	show("too late", dtrace_set_output(d, STDOUT_FILENO));
	show("go_anonymous", dtrace_go_anonymous(d));
	show("claim", dtrace_claim(d));
	show("stop", dtrace_stop(d, false));
	dtrace_close(d);
	show_pipe("records", fds[0]);
	close(reader);
}

static void describe_texts(void)
{
	struct dtrace *d = open_quiet("BEGIN,END /1/ { x = 1; }");
	struct dtrace_text_match m = {.size = sizeof(m)};

	if (dtrace_text_match(d, 0, &m))
		printf("matched before the check\n");
	dtrace_error_free(dtrace_add(d, DTRACE_TEXT_PROVIDER, "dtrace"));
	show("check", dtrace_check(d));
	for (size_t i = 0; dtrace_text_match(d, i, &m); i++)
		printf("text %d '%s': %zu probes\n", m.kind, m.name, m.n_probes);
	show("a listing", dtrace_generate(d, open("/dev/null", O_WRONLY)));
	show("no listing", dtrace_generate(d, -1));
	show("a closed listing", dtrace_generate(d, 1000));
	show("no providers", dtrace_write_header(d, STDOUT_FILENO));
	dtrace_close(d);
}

static void write_header(void)
{
	struct dtrace *d = open_quiet("provider mine { probe go(int); };");
	int fds[2];

	if (pipe(fds))
		exit(1);
	show("check", dtrace_check(d));
	show("a closed header", dtrace_write_header(d, -1));
	show("header", dtrace_write_header(d, fds[1]));
	dtrace_print(fds[1], "a \033 message", false);
	dtrace_print(-1, "nowhere", false);
	close(fds[1]);
	dtrace_close(d);

	FILE *in = fdopen(fds[0], "r");
	char line[1024];

	while (in && fgets(line, sizeof(line), in))
		if (strstr(line, "MINE_GO(") || strstr(line, "message"))
			fputs(line, stdout);
	if (in)
		fclose(in);
}

int main(void)
{
	setvbuf(stdout, NULL, _IONBF, 0);
	print_records();
	describe_texts();
	write_header();
	return 0;
}
