/* SPDX-License-Identifier: BSD-2-Clause */
#include "cli/fleet/hosts.h"

#include "base/str.h"
#include "cli/message.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST_NAME = 255, LONGEST_TEXT = 1 << 20 };

char *dt_read_text(const char *path)
{
	int fd = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
	struct dt_str text = {0};
	const char *wrong = NULL;

	if (fd < 0 || !dt_str_read(&text, fd, LONGEST_TEXT))
		wrong = errno == EFBIG ? "it has more than 1 MB" : strerror(errno);
	else if (memchr(text.data, '\0', text.len))
		wrong = "it is no text";
	if (fd > STDIN_FILENO)
		close(fd);
	if (!wrong)
		return dt_str_take(&text);
	dt_message("failed to read %s: %s", path, wrong);
	dt_str_deinit(&text);
	return NULL;
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
	dt_vec_foreach (&h->v, other)
		if (!strcmp(*other, name))
			return "is given twice";
	return h->v.len == DT_MOST_HOSTS ? "is one too many" : NULL;
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

	*h = (struct dt_hosts){.text = is_file ? dt_read_text(argument) : dt_strdup(argument)};
	if (!h->text)
		return E_ERROR;
	if (is_file)
		cut_comments(h->text);
	for (char *name = strtok_r(h->text, is_file ? " \t\r\n" : ",", &rest); name;
	     name = strtok_r(NULL, is_file ? " \t\r\n" : ",", &rest)) {
		wrong = refuse_name(h, name);
		if (wrong)
			return dt_fail_text("--hosts: the host '%s' %s", name, wrong);
		dt_vec_push(&h->v, name);
	}
	return h->v.len ? E_SUCCESS : dt_fail_text("--hosts: there is no host");
}

void dt_hosts_deinit(struct dt_hosts *h)
{
	free(h->text);
	dt_vec_deinit(&h->v);
}
