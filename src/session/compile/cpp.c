/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * -C: runs the system's C preprocessor over a script before it is parsed.
 *
 * The preprocessor reads a memory file, in which a first line `#!` is blank and a line marker names
 * the script. It writes two other memory files. So nothing can block and no file remains. The line
 * markers in its output give diagnostics the right locations. Its messages about an accepted script
 * (-H, warnings) become messages of dtrace. Then headers.c blanks the included text that is not D.
 */
#include "session/compile/compile.h"
#include "session/compile/headers.h"

#include "base/str.h"
#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { IN, OUT, MESSAGES, N_FILES };

struct run {
	int fd[N_FILES];
	dt_vec(char *) argv;
};

static void add_argument(struct run *r, const char *flag, const char *value)
{
	dt_vec_push(&r->argv, dt_asprintf("%s%s", flag, value));
}

static void add_list(struct run *r, const char *flag, char **list)
{
	for (; list && *list; list++)
		add_argument(r, flag, *list);
}

/** Adds each word of each text as an argument. */
static void add_words(struct run *r, char **list)
{
	for (; list && *list; list++) {
		const char *p = *list + strspn(*list, " \t");

		for (size_t len; *p; p += len + strspn(p + len, " \t")) {
			len = strcspn(p, " \t");
			dt_vec_push(&r->argv, dt_asprintf("%.*s", (int)len, p));
		}
	}
}

static void set_arguments(struct run *r, const struct dt_options *o, const char *path)
{
	const char *slash = strrchr(path, '/');
	dt_cleanup(dt_free_p) char *directory =
	    slash ? dt_asprintf("%.*s", (int)(slash - path) + 1, path) : dt_strdup(".");

	add_argument(r, "", o->s[DT_OPT_cpppath]);
	add_argument(r, "-U", "linux"); // words that D programs use
	add_argument(r, "-U", "unix");
	add_argument(r, "-D", "__SUNW_D=1");
	add_argument(r, "-D", "__SUNW_D_VERSION=0x0100d000"); // 1.13.0: 8, 12 and 12 bits
	add_list(r, "-D", o->list[DT_OPT_define]);
	add_list(r, "-U", o->list[DT_OPT_undef]);
	if (o->v[DT_OPT_cpphdrs])
		add_argument(r, "-H", "");
	add_argument(r, "-iquote", directory);
	add_list(r, "-I", o->list[DT_OPT_incdir]);
	add_words(r, o->list[DT_OPT_cppargs]);
	add_argument(r, "-", "");
	dt_vec_push(&r->argv, NULL);
}

static bool write_all(int fd, const char *p, size_t n)
{
	while (n) {
		ssize_t done = write(fd, p, n);

		if (done < 0)
			return false;
		p += done;
		n -= (size_t)done;
	}
	return lseek(fd, 0, SEEK_SET) == 0;
}

static void read_all(int fd, struct dt_str *ret)
{
	lseek(fd, 0, SEEK_SET);
	dt_str_read(ret, fd, SIZE_MAX);
}

// Definitions of __STDC__ for -X. In a system header ("3") they cause no warning.
static const char *const standards[] = {
    [DT_STDC_A] = "# 1 \"<stdc>\" 3\n#undef __STDC__\n#define __STDC__ 0\n",
    [DT_STDC_C] = "",
    [DT_STDC_S] = "# 1 \"<stdc>\" 3\n#undef __STDC__\n",
    [DT_STDC_T] = "# 1 \"<stdc>\" 3\n#undef __STDC__\n#define __STDC__ 0\n",
};

/** Writes the script with a line marker of its name, without the line that names its interpreter.
 */
static bool write_script(int fd, const char *path, const struct dt_str *text, enum dt_stdc stdc)
{
	dt_cleanup(dt_str_deinit) struct dt_str script = {0};
	const char *body = dt_str_text(text), *end = body + text->len;

	dt_str_append(&script, standards[stdc]);
	dt_str_append(&script, "# 1 \"");
	dt_str_escape(&script, path, strlen(path));
	dt_str_append(&script, "\"\n");
	if (text->len >= 2 && !memcmp(body, "#!", 2))
		while (body < end && *body != '\n')
			body++;
	dt_str_append_n(&script, body, (size_t)(end - body));
	return write_all(fd, script.data, script.len);
}

enum { CPP_SECONDS = 60 }; // of CPU time
#define CPP_BYTES (UINT64_C(1) << 30)

/** Runs the preprocessor, in a child. Its own children inherit the limits. Otherwise an endless
 * file would fill the machine's memory. */
static int exec_preprocessor(const struct run *r)
{
	const struct rlimit memory = {CPP_BYTES, CPP_BYTES}, time = {CPP_SECONDS, CPP_SECONDS};

	setrlimit(RLIMIT_AS, &memory);
	setrlimit(RLIMIT_CPU, &time);
	for (int i = 0; i < N_FILES; i++) {
		if (r->fd[i] == i)
			fcntl(i, F_SETFD, 0);
		else
			dup2(r->fd[i], i);
	}
	execvp(r->argv.data[0], r->argv.data);
	return errno;
}

/** Runs the preprocessor. Writes its status, as waitpid() does, or returns an errno. */
static int spawn(const struct run *r, int *status)
{
	volatile int failed = 0; // the child writes to the same memory until it executes
	pid_t pid = vfork();

	if (pid < 0)
		return errno;
	if (!pid) {
		failed = exec_preprocessor(r);
		_exit(127);
	}
	while (waitpid(pid, status, 0) < 0)
		if (errno != EINTR)
			return errno;
	return failed;
}

static struct dt_error *check_outcome(struct dtrace *d, const struct run *r, const char *path,
				      int status)
{
	dt_cleanup(dt_str_deinit) struct dt_str messages = {0};
	char *line, *rest;

	read_all(r->fd[MESSAGES], &messages);
	while (messages.len && messages.data[messages.len - 1] == '\n')
		messages.data[--messages.len] = '\0';
	if (!WIFEXITED(status) || WEXITSTATUS(status))
		return dt_error_new(DT_ERR_OTHER, "failed to preprocess script %s: %s", path,
				    messages.len ? messages.data : r->argv.data[0]);
	for (line = messages.len ? strtok_r(messages.data, "\n", &rest) : NULL; line;
	     line = strtok_r(NULL, "\n", &rest))
		dt_session_message(d, "%s", line);
	return NULL;
}

static struct dt_error *run_preprocessor(struct dtrace *d, struct run *r, const char *path,
					 struct dt_str *text)
{
	int status = 0, failed;

	for (int i = 0; i < N_FILES; i++) {
		r->fd[i] = memfd_create("dtrace-cpp", MFD_CLOEXEC);
		if (r->fd[i] < 0)
			return dt_error_os(errno, "failed to preprocess script %s", path);
	}
	set_arguments(r, &d->options, path);
	if (!write_script(r->fd[IN], path, text, (enum dt_stdc)d->options.v[DT_OPT_stdc]))
		return dt_error_os(errno, "failed to preprocess script %s", path);
	failed = spawn(r, &status);
	if (failed)
		return dt_error_os(failed, "failed to preprocess script %s: %s", path,
				   r->argv.data[0]);
	DT_TRY(check_outcome(d, r, path, status));
	dt_str_clear(text);
	read_all(r->fd[OUT], text);
	if (text->len)
		dt_headers_blank(text->data, text->len, path);
	return NULL;
}

struct dt_error *dt_session_preprocess(struct dtrace *d, const char *path, struct dt_str *text)
{
	struct run r = {.fd = {-1, -1, -1}};
	struct dt_error *err = run_preprocessor(d, &r, strcmp(path, "-") ? path : "<stdin>", text);

	for (int i = 0; i < N_FILES; i++)
		if (r.fd[i] >= 0)
			close(r.fd[i]);
	dt_vec_foreach (&r.argv, p)
		free(*p);
	dt_vec_deinit(&r.argv);
	return err;
}
