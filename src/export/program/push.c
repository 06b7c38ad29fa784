/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One transfer at a time for each signal keeps its messages in order. The specification of OTLP
 * decides which answers are retried; a message that fails otherwise is dropped, because it would
 * fail again.
 */
#include "export/program/push.h"

#include "base/time.h"
#include "export/environment.h"
#include "export/gzip.h"

#include <curl/curl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

static const uint64_t ms = 1000000, second = UINT64_C(1000000000);

enum {
	QUEUE_MAX = 64 << 20, // bytes
	ANSWER_MAX = 1 << 16, // bytes that are read of an answer
	BACKOFF_MIN = 1,      // seconds
	BACKOFF_MAX = 60,
	TIMEOUT = 10000, // ms
};

#define BOUNDARY "dtrace-7f3c2a9be1" // between the parts of a form

/** Facts about each signal. */
static const struct {
	const char *name;     // for people
	const char *variable; // in names of the environment's variables
	const char *path;     // behind the general URL
	const char *unit;
} signals[DT_N_SIGNALS] = {
    [DT_SIGNAL_METRICS] = {"metrics", "METRICS", "/v1/metrics", "data points"},
    [DT_SIGNAL_LOGS] = {"logs", "LOGS", "/v1/logs", "log records"},
    [DT_SIGNAL_PROFILES] = {"profiles", "PROFILES", "/v1development/profiles", "samples"},
    [DT_SIGNAL_PPROF] = {"pprof", "PPROF", "/ingest", "samples"},
};

/** A message that waits. */
struct message {
	struct message *next;
	struct dt_str body;
	char *query; // added to the URL; or NULL
	uint64_t n;
};

/** A signal's receiver, and the messages for it. */
struct target {
	char *url; // NULL: none
	struct curl_slist *headers;
	const char *certificate; // file with authorities; NULL: the system's
	bool is_loopback, compresses;
	long timeout; // ms
	struct message *first, **end;
	CURL *transfer;		     // of `first`; NULL: none
	char error[CURL_ERROR_SIZE]; // of the transfer, with details; "": none
	struct dt_str answer;
	uint64_t due;		    // no transfer before this time
	unsigned n_failures;	    // in a row
	uint64_t rejected, dropped; // by the receiver; here
	char *reported;		    // the last problem
};

struct dt_push {
	CURLM *multi;
	struct target targets[DT_N_SIGNALS];
	size_t queued; // bytes
	struct dt_str resource;
	void (*report)(const char *text);
};

struct dt_push *dt_push_create(void (*report)(const char *text))
{
	struct dt_push *p = dt_zalloc(sizeof(*p));
	struct dt_pb resource = {0};

	curl_global_init(CURL_GLOBAL_DEFAULT);
	p->multi = curl_multi_init();
	p->report = report;
	for (size_t i = 0; i < DT_N_SIGNALS; i++)
		p->targets[i].end = &p->targets[i].first;
	dt_otlp_resource(&resource);
	p->resource = resource.bytes;
	return p;
}

static void free_message(struct message *m)
{
	dt_str_deinit(&m->body);
	free(m->query);
	free(m);
}

/** Removes the first message. */
static void remove_message(struct dt_push *p, struct target *t)
{
	struct message *m = t->first;

	t->first = m->next;
	if (!t->first)
		t->end = &t->first;
	p->queued -= m->body.len;
	free_message(m);
}

static void end_transfer(struct dt_push *p, struct target *t)
{
	if (!t->transfer)
		return;
	curl_multi_remove_handle(p->multi, t->transfer);
	curl_easy_cleanup(t->transfer);
	t->transfer = NULL;
	dt_str_clear(&t->answer);
}

void dt_push_destroy(struct dt_push *p)
{
	for (size_t i = 0; i < DT_N_SIGNALS; i++) {
		struct target *t = &p->targets[i];

		end_transfer(p, t);
		while (t->first)
			remove_message(p, t);
		curl_slist_free_all(t->headers);
		dt_str_deinit(&t->answer);
		free(t->url);
		free(t->reported);
	}
	dt_str_deinit(&p->resource);
	curl_multi_cleanup(p->multi);
	curl_global_cleanup();
	free(p);
}

// ---- receivers

/** Reports whether a host is this machine, without asking anybody. */
static bool is_loopback(const char *host)
{
	return !strcmp(host, "localhost") || !strcmp(host, "[::1]") ||
	       (!strncmp(host, "127.", 4) && strspn(host, "0123456789.") == strlen(host));
}

static void add_header(void *arg, const char *name, const char *value)
{
	struct target *t = arg;
	dt_cleanup(dt_free_p) char *line = dt_asprintf("%s: %s", name, value);

	if (!strpbrk(line, "\r\n"))
		t->headers = curl_slist_append(t->headers, line);
}

static void add_lines(struct target *t, const char *lines)
{
	dt_cleanup(dt_free_p) char *copy = dt_strdup(lines);
	char *rest = copy, *line;

	while ((line = strsep(&rest, "\r\n")))
		if (strchr(line, ':'))
			t->headers = curl_slist_append(t->headers, line);
}

/** Checks the URL, and adds a path if it has none. Returns an error, or NULL. */
static char *check_url(struct target *t, const char *url, const char *path)
{
	char *scheme = NULL, *host = NULL, *user = NULL, *own_path = NULL, *error = NULL;
	CURLU *u = curl_url();

	if (curl_url_set(u, CURLUPART_URL, url, 0) ||
	    curl_url_get(u, CURLUPART_SCHEME, &scheme, 0) ||
	    curl_url_get(u, CURLUPART_HOST, &host, 0) ||
	    curl_url_get(u, CURLUPART_PATH, &own_path, 0))
		error = dt_asprintf("%s is no URL", url);
	else if (strcmp(scheme, "http") != 0 && strcmp(scheme, "https") != 0)
		error = dt_asprintf("%s: only http and https are supported", url);
	else if (!curl_url_get(u, CURLUPART_USER, &user, 0))
		error = dt_strdup("credentials in a URL are visible to all users: use headers");
	t->is_loopback = host && is_loopback(host);
	if (!error && t->headers && !strcmp(scheme, "http") && !t->is_loopback)
		error = dt_asprintf("%s: headers may hold credentials: use https", url);
	if (!error && path && own_path[strspn(own_path, "/")] == '\0')
		curl_url_set(u, CURLUPART_PATH, path, 0);
	if (!error)
		curl_url_get(u, CURLUPART_URL, &t->url, 0);
	curl_free(scheme);
	curl_free(host);
	curl_free(user);
	curl_free(own_path);
	curl_url_cleanup(u);
	return error;
}

/** Sets what does not depend on the URL. */
static void set_target(struct target *t, const char *variable, const char *headers)
{
	const char *timeout = dt_environment_of(variable, "TIMEOUT");
	const char *compression = dt_environment_of(variable, "COMPRESSION");

	t->timeout = timeout ? atol(timeout) : 0;
	t->timeout = t->timeout > 0 ? t->timeout : TIMEOUT;
	t->compresses = compression && !strcmp(compression, "gzip");
	t->certificate = dt_environment_of(variable, "CERTIFICATE");
	dt_environment_pairs(dt_environment_of(variable, "HEADERS"), add_header, t);
	add_lines(t, headers);
}

/** Adds the headers of the body's form. They hold no credentials. */
static void complete_headers(struct target *t, enum dt_signal s)
{
	if (s == DT_SIGNAL_PPROF)
		add_header(t, "Content-Type", "multipart/form-data; boundary=" BOUNDARY);
	else
		add_header(t, "Content-Type", "application/x-protobuf");
	if (t->compresses && s != DT_SIGNAL_PPROF)
		add_header(t, "Content-Encoding", "gzip");
	add_header(t, "Expect", ""); // no question whether the body may be sent
}

/** Appends a path to a URL, with one slash in between. */
static char *append_path(const char *url, const char *path)
{
	size_t len = strlen(url);

	while (len && url[len - 1] == '/')
		len--;
	return dt_asprintf("%.*s%s", (int)len, url, path);
}

static char *set_otlp(struct target *t, enum dt_signal s, const char *url, const char *headers)
{
	dt_cleanup(dt_free_p) char *whole = NULL;
	char name[64];

	snprintf(name, sizeof(name), "OTEL_EXPORTER_OTLP_%s_ENDPOINT", signals[s].variable);
	set_target(t, signals[s].variable, headers);
	if (!*url && dt_environment(name))
		return check_url(t, dt_environment(name), NULL);
	if (!*url)
		url = dt_environment("OTEL_EXPORTER_OTLP_ENDPOINT");
	whole = append_path(url ? url : "http://localhost:4318", signals[s].path);
	return check_url(t, whole, NULL);
}

char *dt_push_otlp(struct dt_push *p, const char *url, const char *headers)
{
	char *error = NULL;

	for (enum dt_signal s = DT_SIGNAL_METRICS; s <= DT_SIGNAL_PROFILES && !error; s++) {
		error = set_otlp(&p->targets[s], s, url, headers);
		complete_headers(&p->targets[s], s);
	}
	return error;
}

char *dt_push_pprof(struct dt_push *p, const char *url, const char *headers)
{
	struct target *t = &p->targets[DT_SIGNAL_PPROF];
	char *error;

	set_target(t, signals[DT_SIGNAL_PPROF].variable, headers);
	error = check_url(t, url, signals[DT_SIGNAL_PPROF].path);
	complete_headers(t, DT_SIGNAL_PPROF);
	return error;
}

bool dt_push_has(const struct dt_push *p, enum dt_signal signal)
{
	return p->targets[signal].url;
}

// ---- the queue

/** Pyroscope takes profiles as forms. */
static void wrap_profile(struct dt_str *ret, const struct dt_push_message *m)
{
	dt_str_printf(
	    ret,
	    "--%s\r\nContent-Disposition: form-data; name=\"profile\"; "
	    "filename=\"profile.pb.gz\"\r\nContent-Type: application/octet-stream\r\n\r\n",
	    BOUNDARY);
	dt_str_append_n(ret, m->body, m->len);
	dt_str_printf(ret, "\r\n--%s--\r\n", BOUNDARY);
}

/** Makes a request of OTLP: the resource and the scope, then the rest. */
static void wrap_scope(struct dt_push *p, struct dt_str *ret, const struct dt_push_message *m)
{
	enum { RESOURCE_SIGNALS = 1, RESOURCE = 1, SCOPES = 2 };
	struct dt_pb pb = {0};

	dt_pb_begin(&pb, RESOURCE_SIGNALS);
	dt_pb_bytes(&pb, RESOURCE, p->resource.data, p->resource.len);
	dt_pb_bytes(&pb, SCOPES, m->body, m->len);
	dt_pb_end(&pb);
	dt_str_append_n(&pb.bytes, m->rest, m->rest_len);
	if (p->targets[m->signal].compresses)
		dt_gzip(pb.bytes.data, pb.bytes.len, ret);
	else
		dt_str_append_n(ret, pb.bytes.data, pb.bytes.len);
	dt_pb_deinit(&pb);
}

void dt_push_add(struct dt_push *p, const struct dt_push_message *m)
{
	struct target *t = &p->targets[m->signal];
	struct message *message;

	if (!t->url)
		return;
	message = dt_zalloc(sizeof(*message));
	message->n = m->n;
	if (m->signal == DT_SIGNAL_PPROF) {
		wrap_profile(&message->body, m);
		message->query = dt_asprintf("%.*s", (int)m->rest_len, (const char *)m->rest);
	} else {
		wrap_scope(p, &message->body, m);
	}
	if (p->queued + message->body.len > QUEUE_MAX) {
		t->dropped += message->n;
		free_message(message);
		return;
	}
	p->queued += message->body.len;
	*t->end = message;
	t->end = &message->next;
}

// ---- transfers

static size_t take_answer(char *bytes, size_t size, size_t n, void *arg)
{
	struct dt_str *answer = arg;

	if (answer->len + n <= ANSWER_MAX)
		dt_str_append_n(answer, bytes, n);
	return size * n;
}

static void begin_transfer(struct dt_push *p, enum dt_signal s)
{
	struct target *t = &p->targets[s];
	dt_cleanup(dt_free_p) char *url =
	    t->first->query
		? dt_asprintf("%s%c%s", t->url, strchr(t->url, '?') ? '&' : '?', t->first->query)
		: dt_strdup(t->url);
	CURL *c = curl_easy_init();

	t->transfer = c;
	curl_easy_setopt(c, CURLOPT_URL, url);
	curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(c, CURLOPT_FOLLOWLOCATION, 0L);
	curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(c, CURLOPT_TIMEOUT_MS, t->timeout);
	curl_easy_setopt(c, CURLOPT_HTTPHEADER, t->headers);
	curl_easy_setopt(c, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)t->first->body.len);
	curl_easy_setopt(c, CURLOPT_POSTFIELDS, t->first->body.data);
	curl_easy_setopt(c, CURLOPT_USERAGENT, "dtrace/" DT_VERSION);
	curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, take_answer);
	curl_easy_setopt(c, CURLOPT_WRITEDATA, &t->answer);
	curl_easy_setopt(c, CURLOPT_PRIVATE, t);
	*t->error = '\0';
	curl_easy_setopt(c, CURLOPT_ERRORBUFFER, t->error);
	if (t->certificate)
		curl_easy_setopt(c, CURLOPT_CAINFO, t->certificate);
	if (t->is_loopback)
		curl_easy_setopt(c, CURLOPT_PROXY, "");
	curl_multi_add_handle(p->multi, c);
}

/** Reports a problem of a receiver, unless it is the one that was reported last. */
static void report_problem(struct dt_push *p, struct target *t, const char *what, const char *then)
{
	dt_cleanup(dt_free_p) char *text =
	    dt_asprintf("%s: %s: %s%s", signals[t - p->targets].name, t->url, what, then);

	if (t->reported && !strcmp(t->reported, text))
		return;
	p->report(text);
	free(t->reported);
	t->reported = text;
	text = NULL;
}

/** Delays the next transfer: as long as the receiver asks for, or longer with each failure, by a
 * random part. */
static void delay(struct target *t, uint64_t retry_after)
{
	uint64_t wait = BACKOFF_MIN;
	uint16_t random = 0;

	for (unsigned i = 0; i < t->n_failures && wait < BACKOFF_MAX; i++)
		wait *= 2;
	t->n_failures++;
	wait = wait < BACKOFF_MAX ? wait : BACKOFF_MAX;
	getrandom(&random, sizeof(random), GRND_NONBLOCK);
	wait = wait * second / 2 + wait * second / 2 * random / UINT16_MAX;
	t->due = dt_now() + (retry_after ? retry_after * second : wait);
}

/** Reads field 1 of the answer, {rejected 1, error_message 2}, and counts what was rejected. */
static void take_partial_success(struct dt_push *p, struct target *t)
{
	struct dt_pb_reader r, partial;
	const char *message = "";
	uint64_t rejected = 0;
	size_t len = 0;

	dt_pb_read(&r, t->answer.data, t->answer.len);
	while (dt_pb_next(&r)) {
		if (r.field != 1 || !r.bytes)
			continue;
		dt_pb_read(&partial, r.bytes, r.len);
		while (dt_pb_next(&partial)) {
			if (partial.field == 1 && !partial.bytes)
				rejected = partial.value;
			if (partial.field == 2 && partial.bytes) {
				message = (const char *)partial.bytes;
				len = partial.len;
			}
		}
	}
	t->rejected += rejected < t->first->n ? rejected : t->first->n;
	if (rejected || len) {
		dt_cleanup(dt_free_p) char *what = dt_asprintf(
		    "the receiver has rejected %" PRIu64 " %s: %.*s", rejected,
		    signals[t - p->targets].unit, (int)(len < 200 ? len : 200), message);
		report_problem(p, t, what, "");
	}
}

/** Returns a sentence about a failed transfer. Details are stable, and say more, for certificates
 * alone: others contain times, and each would be another problem to report_problem(). */
static const char *failure_of(const struct target *t, CURLcode result)
{
	return result == CURLE_PEER_FAILED_VERIFICATION && *t->error ? t->error
								     : curl_easy_strerror(result);
}

static void take_result(struct dt_push *p, struct target *t, CURLcode result)
{
	curl_off_t retry_after = 0;
	char what[64];
	long status = 0;
	bool waits;

	curl_easy_getinfo(t->transfer, CURLINFO_RESPONSE_CODE, &status);
	curl_easy_getinfo(t->transfer, CURLINFO_RETRY_AFTER, &retry_after);
	snprintf(what, sizeof(what), "status %ld", status);
	waits = result != CURLE_OK || status == 429 || (status >= 502 && status <= 504);
	if (waits) {
		report_problem(p, t, result != CURLE_OK ? failure_of(t, result) : what,
			       "; retrying");
		delay(t, result == CURLE_OK && retry_after > 0 ? (uint64_t)retry_after : 0);
		end_transfer(p, t);
		return;
	}
	t->n_failures = 0;
	if (status < 200 || status > 299) {
		t->rejected += t->first->n;
		report_problem(p, t, what, "");
	} else if (t != &p->targets[DT_SIGNAL_PPROF]) {
		take_partial_success(p, t);
	}
	end_transfer(p, t);
	remove_message(p, t);
}

/** Starts transfers that are due. Returns the time until the next one, at most `limit`, in ms. */
static int start_transfers(struct dt_push *p, int limit)
{
	uint64_t now = dt_now();

	for (enum dt_signal s = 0; s < DT_N_SIGNALS; s++) {
		struct target *t = &p->targets[s];

		if (!t->first || t->transfer)
			continue;
		if (t->due <= now)
			begin_transfer(p, s);
		else if ((t->due - now) / ms < (uint64_t)limit)
			limit = (int)((t->due - now) / ms) + 1;
	}
	return limit;
}

/** Moves data of all transfers. Returns true if a transfer has ended. */
static bool perform_transfers(struct dt_push *p)
{
	int running, left;
	bool ended = false;
	CURLMsg *m;

	curl_multi_perform(p->multi, &running);
	while ((m = curl_multi_info_read(p->multi, &left))) {
		struct target *t;

		if (m->msg != CURLMSG_DONE)
			continue;
		curl_easy_getinfo(m->easy_handle, CURLINFO_PRIVATE, &t);
		take_result(p, t, m->data.result);
		ended = true;
	}
	return ended;
}

void dt_push_wait(struct dt_push *p, int fd, int limit)
{
	struct curl_waitfd extra = {.fd = fd, .events = CURL_WAIT_POLLIN};
	int wait = start_transfers(p, limit);

	if (perform_transfers(p)) // perhaps the last one, and nothing else would end the wait
		return;
	curl_multi_poll(p->multi, &extra, fd >= 0, wait, NULL);
	perform_transfers(p);
}

void dt_push_finish(struct dt_push *p)
{
	uint64_t end = dt_now(), longest = 0;

	for (size_t s = 0; s < DT_N_SIGNALS; s++)
		if (p->targets[s].first && (uint64_t)p->targets[s].timeout > longest)
			longest = (uint64_t)p->targets[s].timeout;
	end += 2 * longest * ms;
	while (p->queued && dt_now() < end)
		dt_push_wait(p, -1, (int)((end - dt_now()) / ms) + 1);
	for (size_t s = 0; s < DT_N_SIGNALS; s++) {
		struct target *t = &p->targets[s];
		uint64_t unsent = 0;

		for (const struct message *m = t->first; m; m = m->next)
			unsent += m->n;
		if (!t->rejected && !t->dropped && !unsent)
			continue;
		dt_cleanup(dt_free_p) char *text =
		    dt_asprintf("%s: lost %" PRIu64 " %s: %" PRIu64 " rejected, %" PRIu64
				" while the queue was full, %" PRIu64 " unsent at the end",
				signals[s].name, t->rejected + t->dropped + unsent, signals[s].unit,
				t->rejected, t->dropped, unsent);
		p->report(text);
	}
}
