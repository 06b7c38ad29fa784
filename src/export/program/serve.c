/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libmicrohttpd's thread answers; it sees texts, never the model. A request that waits is
 * suspended. All answers with the same snapshot share its text, so that readers that read nothing
 * take no memory each.
 */
#include "export/program/serve.h"

#include "base/time.h"
#include "export/gzip.h"
#include "export/metric/text.h"

#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <microhttpd.h>
#include <pthread.h>
#include <string.h>
#include <strings.h>
#include <time.h>

enum {
	CONNECTIONS = 64,
	HEADERS = 8192, // bytes
	IDLE = 10,	// seconds
	MS = 1000000,
};
static const uint64_t SHARED = UINT64_C(1000000000), PATIENCE = UINT64_C(2000000000);

/** A request. It waits if `asked` is set. */
struct request {
	struct request *next; // of those that wait
	struct MHD_Connection *connection;
	uint64_t asked; // time
};

struct dt_serve {
	struct dt_serve_config config;
	struct MHD_Daemon *daemon;
	pthread_mutex_t lock; // of what follows
	struct request *waiting;
	struct dt_str text;
	struct MHD_Response *plain, *gzipped; // of the text; NULL: not made yet
	uint64_t published;		      // time of the text; 0: none
	bool has_asked;			      // and the answer has not come
};

// ---- answers

/** Returns a response with a copy of the body, or NULL. */
static struct MHD_Response *create_response(const struct dt_str *body, const char *type,
					    const char *header, const char *value)
{
	struct MHD_Response *r = MHD_create_response_from_buffer(
	    body->len, (void *)dt_str_text(body), MHD_RESPMEM_MUST_COPY);

	if (!r)
		return NULL;
	MHD_add_response_header(r, "Content-Type", type);
	if (header)
		MHD_add_response_header(r, header, value);
	return r;
}

/** Releases a response, which lives until the last connection has sent it. */
static void release_response(struct MHD_Response **r)
{
	if (*r)
		MHD_destroy_response(*r);
	*r = NULL;
}

static enum MHD_Result send_line(struct MHD_Connection *c, unsigned status, const char *line,
				 const char *header, const char *value)
{
	dt_cleanup(dt_str_deinit) struct dt_str body = {0};
	struct MHD_Response *r;
	enum MHD_Result sent;

	dt_str_printf(&body, "%s\n", line);
	r = create_response(&body, "text/plain; charset=utf-8", header, value);
	sent = r ? MHD_queue_response(c, status, r) : MHD_NO;
	release_response(&r);
	return sent;
}

static bool accepts_gzip(struct MHD_Connection *c)
{
	const char *accepted = MHD_lookup_connection_value(c, MHD_HEADER_KIND, "Accept-Encoding");
	const char *gzip = accepted ? strcasestr(accepted, "gzip") : NULL;

	return gzip && strncmp(gzip, "gzip;q=0", 8) != 0;
}

/** The caller has the lock. */
static enum MHD_Result send_metrics(struct dt_serve *s, struct MHD_Connection *c)
{
	bool is_gzipped = accepts_gzip(c);
	struct MHD_Response **r = is_gzipped ? &s->gzipped : &s->plain;

	if (!*r && is_gzipped) {
		dt_cleanup(dt_str_deinit) struct dt_str bytes = {0};

		dt_gzip(s->text.data, s->text.len, &bytes);
		*r = create_response(&bytes, DT_TEXT_TYPE, "Content-Encoding", "gzip");
	} else if (!*r) {
		*r = create_response(&s->text, DT_TEXT_TYPE, NULL, NULL);
	}
	return *r ? MHD_queue_response(c, MHD_HTTP_OK, *r) : MHD_NO;
}

// ---- access

/** Reports whether the text is empty, or a colon with a port as in a Host. */
static bool is_port(const char *text)
{
	return !*text || (*text == ':' && !text[1 + strspn(text + 1, "0123456789")]);
}

/** Reports whether the request's Host is a name of this machine's loopback. */
static bool has_own_host(struct MHD_Connection *c)
{
	static const char *const names[] = {"localhost", "127.0.0.1", "[::1]"};
	const char *host = MHD_lookup_connection_value(c, MHD_HEADER_KIND, "Host");

	for (size_t i = 0; host && i < dt_array_len(names); i++) {
		size_t n = strlen(names[i]);

		if (!strncasecmp(host, names[i], n) && is_port(host + n))
			return true;
	}
	return false;
}

/** Compares in a time that depends on the lengths alone. */
static bool is_same(const char *a, const char *b)
{
	size_t n = strlen(a);
	unsigned char difference = strlen(b) != n;

	for (size_t i = 0; i < n && strlen(b) == n; i++)
		difference |= (unsigned char)(a[i] ^ b[i]);
	return !difference;
}

static bool has_token(const struct dt_serve *s, struct MHD_Connection *c)
{
	static const char scheme[] = "Bearer ";
	const char *given = MHD_lookup_connection_value(c, MHD_HEADER_KIND, "Authorization");

	return !s->config.token || (given && !strncasecmp(given, scheme, strlen(scheme)) &&
				    is_same(s->config.token, given + strlen(scheme)));
}

/** Reports whether the client has shown a valid certificate, if it must. */
static bool has_certificate(const struct dt_serve *s, struct MHD_Connection *c)
{
	const union MHD_ConnectionInfo *info;
	unsigned status = 0;

	if (!s->config.client_ca)
		return true;
	info = MHD_get_connection_info(c, MHD_CONNECTION_INFO_GNUTLS_SESSION);
	return info && !gnutls_certificate_verify_peers2(info->tls_session, &status) && !status;
}

// ---- requests

/** Lets the request wait for a snapshot. The caller has the lock. */
static enum MHD_Result wait_for_snapshot(struct dt_serve *s, struct request *r, uint64_t now)
{
	r->asked = now;
	r->next = s->waiting;
	s->waiting = r;
	if (!s->has_asked)
		s->config.ask();
	s->has_asked = true;
	MHD_suspend_connection(r->connection);
	return MHD_YES;
}

static enum MHD_Result answer_metrics(struct dt_serve *s, struct request *r)
{
	uint64_t now = dt_now();
	enum MHD_Result result;

	pthread_mutex_lock(&s->lock);
	bool is_fresh = r->asked ? s->published >= r->asked : now - s->published < SHARED;
	if (s->published && is_fresh)
		result = send_metrics(s, r->connection);
	else if (r->asked)
		result = send_line(r->connection, MHD_HTTP_SERVICE_UNAVAILABLE,
				   "the tracing process makes no snapshot", NULL, NULL);
	else
		result = wait_for_snapshot(s, r, now);
	pthread_mutex_unlock(&s->lock);
	return result;
}

static enum MHD_Result answer(void *arg, struct MHD_Connection *c, const char *url,
			      const char *method, const char *version, const char *data,
			      size_t *data_size, void **state)
{
	struct dt_serve *s = arg;

	if (!*state) { // the headers have been read
		struct request *r = dt_zalloc(sizeof(*r));

		r->connection = c;
		*state = r;
		return MHD_YES;
	}
	if (*data_size) {
		*data_size = 0; // a body is ignored
		return MHD_YES;
	}
	if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
		return send_line(c, MHD_HTTP_METHOD_NOT_ALLOWED, "GET or HEAD", "Allow",
				 "GET, HEAD");
	if (s->config.is_loopback && !has_own_host(c))
		return send_line(c, MHD_HTTP_FORBIDDEN, "the Host is not this machine", NULL, NULL);
	if (!has_certificate(s, c))
		return send_line(c, MHD_HTTP_FORBIDDEN, "a certificate is required", NULL, NULL);
	if (!has_token(s, c))
		return send_line(c, MHD_HTTP_UNAUTHORIZED, "a token is required",
				 "WWW-Authenticate", "Bearer");
	if (!strcmp(url, "/healthz"))
		return send_line(c, MHD_HTTP_OK, "ok", NULL, NULL);
	if (!strcmp(url, "/metrics"))
		return answer_metrics(s, *state);
	return send_line(c, MHD_HTTP_NOT_FOUND, "/metrics or /healthz", NULL, NULL);
}

static void end_request(void *arg, struct MHD_Connection *c, void **state,
			enum MHD_RequestTerminationCode why)
{
	free(*state);
	*state = NULL;
}

// ---- interface

/** Resumes the requests that have waited since `limit` or longer. The caller has the lock. */
static void resume_requests(struct dt_serve *s, uint64_t limit)
{
	struct request **at = &s->waiting;

	while (*at) {
		struct request *r = *at;

		if (r->asked > limit) {
			at = &r->next;
			continue;
		}
		*at = r->next;
		MHD_resume_connection(r->connection);
	}
}

/** Reports whether the server's certificate has expired. */
static bool is_expired(const char *pem)
{
	const gnutls_datum_t text = {(unsigned char *)pem, (unsigned)strlen(pem)};
	gnutls_x509_crt_t cert;
	bool expired;

	if (gnutls_x509_crt_init(&cert))
		return false;
	expired = !gnutls_x509_crt_import(cert, &text, GNUTLS_X509_FMT_PEM) &&
		  gnutls_x509_crt_get_expiration_time(cert) < time(NULL);
	gnutls_x509_crt_deinit(cert);
	return expired;
}

/** Starts the daemon; NULL: the certificate and the key are unusable. */
static struct MHD_Daemon *start_daemon(struct dt_serve *s, const struct dt_serve_config *config)
{
	unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME;
	struct MHD_OptionItem tls[4] = {{MHD_OPTION_END, 0, NULL}};

	if (config->cert) {
		flags |= MHD_USE_TLS;
		tls[0] = (struct MHD_OptionItem){MHD_OPTION_HTTPS_MEM_CERT, 0, config->cert};
		tls[1] = (struct MHD_OptionItem){MHD_OPTION_HTTPS_MEM_KEY, 0, config->key};
		tls[2] = (struct MHD_OptionItem){MHD_OPTION_END, 0, NULL};
		if (config->client_ca)
			tls[2] = (struct MHD_OptionItem){MHD_OPTION_HTTPS_MEM_TRUST, 0,
							 config->client_ca};
		tls[3] = (struct MHD_OptionItem){MHD_OPTION_END, 0, NULL};
	}
	return MHD_start_daemon(
	    flags, 0, NULL, NULL, answer, s, MHD_OPTION_LISTEN_SOCKET, config->fd,
	    MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
	    (size_t)HEADERS, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE,
	    MHD_OPTION_NOTIFY_COMPLETED, end_request, NULL, MHD_OPTION_ARRAY, tls, MHD_OPTION_END);
}

struct dt_serve *dt_serve_start(const struct dt_serve_config *config, const char **error)
{
	struct dt_serve *s;

	if (config->cert && is_expired(config->cert)) {
		*error = "failed to serve: the certificate has expired";
		return NULL;
	}
	s = dt_zalloc(sizeof(*s));
	s->config = *config;
	pthread_mutex_init(&s->lock, NULL);
	s->daemon = start_daemon(s, config);
	if (s->daemon)
		return s;
	*error = config->cert ? "failed to serve: the certificate or its key is unusable"
			      : "failed to serve";
	pthread_mutex_destroy(&s->lock);
	free(s);
	return NULL;
}

void dt_serve_publish(struct dt_serve *s, const struct dt_model *m)
{
	if (!s)
		return;
	pthread_mutex_lock(&s->lock);
	if (s->has_asked) {
		s->text.len = 0;
		release_response(&s->plain);
		release_response(&s->gzipped);
		dt_text_render(m, &s->text);
		s->published = dt_now();
		s->has_asked = false;
		resume_requests(s, UINT64_MAX);
	}
	pthread_mutex_unlock(&s->lock);
}

int dt_serve_expire(struct dt_serve *s)
{
	uint64_t now = dt_now(), first = UINT64_MAX;

	if (!s)
		return -1;
	pthread_mutex_lock(&s->lock);
	resume_requests(s, now - PATIENCE);
	for (const struct request *r = s->waiting; r; r = r->next)
		first = dt_earlier(first, r->asked);
	pthread_mutex_unlock(&s->lock);
	return first == UINT64_MAX ? -1 : (int)((first + PATIENCE - now) / MS) + 1;
}

void dt_serve_stop(struct dt_serve *s)
{
	if (!s)
		return;
	pthread_mutex_lock(&s->lock);
	resume_requests(s, UINT64_MAX);
	pthread_mutex_unlock(&s->lock);
	MHD_stop_daemon(s->daemon);
	release_response(&s->plain);
	release_response(&s->gzipped);
	dt_str_deinit(&s->text);
	pthread_mutex_destroy(&s->lock);
	free(s);
}
