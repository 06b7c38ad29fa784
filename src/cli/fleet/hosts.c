/* SPDX-License-Identifier: BSD-2-Clause */
#include "cli/fleet/hosts.h"

#include "cli/message.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_NAME = 255, LONGEST_TEXT = 1 << 20 };

char *dt_read_text(const char *path)
{
	FILE *in = strcmp(path, "-") ? fopen(path, "re") : stdin;
	char *text = dt_cli_realloc(NULL, LONGEST_TEXT + 1);
	size_t n = in ? fread(text, 1, LONGEST_TEXT, in) : 0;

	if (!in || ferror(in) || n == LONGEST_TEXT || memchr(text, '\0', n)) {
		dt_message("failed to read %s: %s", path,
			   !in || ferror(in)   ? strerror(errno)
			   : n == LONGEST_TEXT ? "it has more than 1 MB"
					       : "it is no text");
		free(text);
		text = NULL;
	} else {
		text[n] = '\0';
	}
	if (in && in != stdin)
		fclose(in);
	return text;
}

/** Returns the reason why this is no name of a host, or NULL. */
static const char *refuse_name(const struct dt_hosts *h, const char *name)
{
	size_t len = strlen(name);

	if (*name == '-')
		return "begins with -";
	if (len > LONGEST_NAME)
		return "is too long";
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)name[i] <= ' ' || (unsigned char)name[i] >= 0x7f ||
		    strchr("\"'\\`$;&|<>(){}*?!", name[i]))
			return "has a character that no host's name has";
	for (size_t i = 0; i < h->n; i++)
		if (!strcmp(h->v[i], name))
			return "is given twice";
	return h->n == DT_MOST_HOSTS ? "is one too many" : NULL;
}

/** Cuts comments from the lines of a file. */
static void cut_comments(char *text)
{
	for (char *at = text; (at = strchr(at, '#'));)
		memset(at, '\n', strcspn(at, "\n"));
}

int dt_hosts_read(struct dt_hosts *h, const char *argument)
{
	bool is_file = strchr(argument, '/');
	const char *wrong;
	char *rest = NULL;

	*h = (struct dt_hosts){.text = is_file ? dt_read_text(argument) : strdup(argument)};
	if (!h->text)
		return E_ERROR;
	if (is_file)
		cut_comments(h->text);
	h->v = dt_cli_realloc(NULL, DT_MOST_HOSTS * sizeof(*h->v));
	for (char *name = strtok_r(h->text, is_file ? " \t\r\n" : ",", &rest); name;
	     name = strtok_r(NULL, is_file ? " \t\r\n" : ",", &rest)) {
		wrong = refuse_name(h, name);
		if (wrong)
			return dt_fail_text("--hosts: the host '%s' %s", name, wrong);
		h->v[h->n++] = name;
	}
	return h->n ? E_SUCCESS : dt_fail_text("--hosts: there is no host");
}

void dt_hosts_deinit(struct dt_hosts *h)
{
	free(h->text);
	free(h->v);
}
