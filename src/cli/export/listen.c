/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dtrace opens the socket, so that errors come before tracing and low ports are possible.
 * dtrace-export inherits it, and alone accepts connections.
 */
#include "cli/export/listen.h"

#include "cli/cli.h"
#include "cli/message.h"
#include "cli/option.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { FILE_MAX = 1 << 16, BACKLOG = 64 };

// ---- files

static int read_file(const char *path, struct dt_str *ret)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool okay = fd >= 0 && dt_str_read(ret, fd, FILE_MAX);
	int status =
	    okay ? E_SUCCESS : dt_fail_text("failed to read %s: %s", path, strerror(errno));

	if (fd >= 0)
		close(fd);
	return status;
}

/** -x servetls=CERT,KEY[,CLIENTCA] */
static int read_tls(const char *paths, struct dt_listen *l)
{
	struct dt_str *const texts[] = {&l->cert, &l->key, &l->client_ca};
	char *copy = dt_strdup(paths), *rest = copy, *path;
	int status = E_SUCCESS;
	size_t n = 0;

	while ((path = strsep(&rest, ",")) && n < dt_array_len(texts) && status == E_SUCCESS)
		status = read_file(path, texts[n++]);
	if (status == E_SUCCESS && (n < 2 || path))
		status = dt_fail_text("-x servetls needs CERT,KEY or CERT,KEY,CLIENTCA");
	free(copy);
	return status;
}

static int read_token(const char *path, struct dt_listen *l)
{
	if (read_file(path, &l->token) != E_SUCCESS)
		return E_ERROR;
	while (l->token.len && strchr("\r\n ", l->token.data[l->token.len - 1]))
		l->token.data[--l->token.len] = '\0';
	return l->token.len ? E_SUCCESS : dt_fail_text("%s has no token", path);
}

// ---- the address

static bool is_loopback(const struct sockaddr *a)
{
	if (a->sa_family == AF_INET)
		return ntohl(((const struct sockaddr_in *)a)->sin_addr.s_addr) >> 24 == 127;
	return a->sa_family == AF_INET6 &&
	       IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)a)->sin6_addr);
}

/** Finds the address of HOST:PORT; a HOST with colons is in brackets. */
static int find_address(const char *text, struct addrinfo **ret)
{
	const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
	char *copy = dt_strdup(text), *host = copy, *port = strrchr(copy, ':');
	int error = EAI_NONAME, status = E_SUCCESS;

	if (port) {
		*port++ = '\0';
		size_t len = strlen(host);
		if (*host == '[' && host[len - 1] == ']') {
			host[len - 1] = '\0';
			host++;
		}
		error = getaddrinfo(*host ? host : NULL, port, &hints, ret);
	}
	if (!port || strtol(port, NULL, 10) > UINT16_MAX)
		status = dt_fail_text("--serve needs ADDRESS:PORT, not %s", text);
	else if (error)
		status = dt_fail_text("failed to serve at %s: %s", text, gai_strerror(error));
	free(copy);
	return status;
}

static int open_socket(const char *text, const struct addrinfo *a, struct dt_listen *l)
{
	const int on = 1;

	l->fd = socket(a->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (l->fd >= 0)
		setsockopt(l->fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	if (l->fd < 0 || bind(l->fd, a->ai_addr, a->ai_addrlen) || listen(l->fd, BACKLOG)) {
		int status = dt_fail_text("failed to serve at %s: %s", text, strerror(errno));

		if (l->fd >= 0)
			close(l->fd);
		return status;
	}
	l->is_open = true;
	return E_SUCCESS;
}

int dt_listen_open(struct dt_cli *c, struct dt_listen *ret)
{
	const char *address = dtrace_getopt_text(c->d, "serve");
	const char *tls = dtrace_getopt_text(c->d, "servetls");
	const char *token = dtrace_getopt_text(c->d, "servetoken");
	struct addrinfo *found = NULL;
	int status;

	if (!address)
		return E_SUCCESS;
	if ((tls && read_tls(tls, ret) != E_SUCCESS) ||
	    (token && read_token(token, ret) != E_SUCCESS) ||
	    find_address(address, &found) != E_SUCCESS)
		return E_ERROR;
	ret->is_loopback = is_loopback(found->ai_addr);
	if (!ret->is_loopback && !tls && !dt_option(c->d, "serveplain"))
		status = dt_fail_text("%s can be reached from other machines: -x servetls=CERT,KEY "
				      "encrypts, -x serveplain permits plain text",
				      address);
	else
		status = open_socket(address, found, ret);
	freeaddrinfo(found);
	return status;
}

void dt_listen_deinit(struct dt_listen *l)
{
	if (l->is_open)
		close(l->fd);
	dt_str_deinit(&l->cert);
	dt_str_deinit(&l->key);
	dt_str_deinit(&l->client_ca);
	dt_str_deinit(&l->token);
	*l = (struct dt_listen){0};
}
