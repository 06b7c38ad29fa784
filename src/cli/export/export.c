/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Messages of OTLP are made here, where the session is; dtrace-export sends them. Log records leave
 * every second, profiles every minute.
 */
#include "cli/export/export.h"

#include "cli/cli.h"
#include "cli/export/listen.h"
#include "cli/message.h"
#include "cli/option.h"
#include "export/otlp/otlp.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const uint64_t second = UINT64_C(1000000000);

enum {
	PROFILE_EACH = 60, // seconds
	LOG_EACH = 1,
	LOG_MAX = 1 << 20,     // bytes of log records that wait for their second
	HEADERS_MAX = 1 << 16, // bytes of the file of option otlpheaders
};

static uint64_t read_clock(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * second + (uint64_t)t.tv_nsec;
}

/** Takes a line of dtrace-export: a message, or the wish for a snapshot. */
static void take_line(void *arg, const char *line)
{
	struct dt_cli *c = arg;

	if (!strcmp(line, DT_LINK_ASK))
		c->metrics.is_asked = true;
	else
		dt_cli_message(c, "%s", line);
}

// ---- profiles

/** Returns the unit of aggregation number i in pprof's words, as its #pragma D metric or option
 * aggunits declares it; NULL: not declared. */
static const char *sum_unit(const struct dt_cli *c, size_t i)
{
	// the values of option aggunits
	static const char *const units[] = {NULL,	    "nanoseconds", "microseconds",
					    "milliseconds", "seconds",	   "bytes"};
	struct dtrace_metric m = {.size = sizeof(m)};

	if (!dtrace_metric(c->d, i, &m) || !*m.unit)
		return units[dt_option(c->d, "aggunits")];
	if (!strcmp(m.unit, "bytes"))
		return "bytes";
	return m.divisor == 1	      ? "seconds"
	       : m.divisor == 1000    ? "milliseconds"
	       : m.divisor == 1000000 ? "microseconds"
				      : "nanoseconds";
}

/** Adds aggregation number i to the profile. Returns false if it is none of stacks. */
static bool add_aggregation(struct dt_cli *c, struct dt_profile *p, size_t i, struct dt_map *past)
{
	const char *name = dtrace_aggregation_name(c->d, i);
	struct dtrace_aggregation_info info = {.size = sizeof(info)};
	struct dtrace_aggregation *a = NULL;
	struct dtrace_error *err = dtrace_aggregation_read(c->d, name, true, &a);
	bool takes;

	if (err) {
		dt_fail(err, "failed to read an aggregation");
		return true;
	}
	dtrace_aggregation_info(a, &info);
	takes = dt_profile_takes(a);
	if (takes && info.lost_by_trunc && !past)
		dt_cli_message(c, "the profile lacks the values of @%s that trunc() removed", name);
	dt_profile_add(p, c->d, a, sum_unit(c, i), past);
	dtrace_aggregation_free(a);
	return takes;
}

/** Adds all aggregations of stacks. Returns false if there are none. */
static bool fill_profile(struct dt_cli *c, struct dt_profile *p, struct dt_map *past)
{
	bool has_any = false;

	for (size_t i = 0; dtrace_aggregation_name(c->d, i); i++)
		has_any |= add_aggregation(c, p, i, past);
	return has_any;
}

static int write_profile(struct dt_cli *c)
{
	struct dt_export *e = &c->export;
	const char *path = dtrace_getopt_text(c->d, "pprof");
	struct dt_str bytes = {0};
	struct dt_profile p;
	bool okay;

	dt_profile_init(&p);
	if (!fill_profile(c, &p, NULL))
		dt_cli_message(c, "the profile is empty: no aggregation that adds values up has a "
				  "stack in its key");
	dt_pprof_write(&p, e->start + e->wall, read_clock(CLOCK_MONOTONIC) - e->start, &bytes);
	okay = dt_new_file_finish(&e->file, bytes.data, bytes.len);
	dt_str_deinit(&bytes);
	dt_profile_deinit(&p);
	return okay ? E_SUCCESS : dt_fail_text("failed to write %s: %s", path, strerror(errno));
}

// ---- messages

static void post(struct dt_export *e, enum dt_signal signal, const struct dt_str *body,
		 const struct dt_str *rest, uint64_t n)
{
	struct dt_pb frame = {0};

	dt_pb_varint(&frame, DT_POST_SIGNAL, signal);
	dt_pb_varint(&frame, DT_POST_N, n);
	dt_pb_bytes(&frame, DT_POST_BODY, body->data, body->len);
	dt_pb_bytes(&frame, DT_POST_REST, rest->data, rest->len);
	dt_link_send(&e->link, DT_FRAME_POST, frame.bytes.data, frame.bytes.len);
	dt_pb_deinit(&frame);
}

/** Sends the growth of profiles since `from`. */
static void post_profiles(struct dt_cli *c, uint64_t from, uint64_t now)
{
	struct dt_export *e = &c->export;
	struct dt_pb scope = {0}, dictionary = {0};
	struct dt_str bytes = {0}, query = {0};
	struct dt_profile p;

	dt_profile_init(&p);
	fill_profile(c, &p, &e->past);
	if (p.samples.len && e->pushes_profiles) {
		dt_otlp_profiles(&scope, &p, from + e->wall, now - from);
		dt_otlp_dictionary(&dictionary, &p);
		post(e, DT_SIGNAL_PROFILES, &scope.bytes, &dictionary.bytes, p.samples.len);
	}
	if (p.samples.len && e->pushes_pprof) {
		dt_pprof_write(&p, from + e->wall, now - from, &bytes);
		dt_str_printf(&query, "name=dtrace&format=pprof&from=%" PRIu64 "&until=%" PRIu64,
			      (from + e->wall) / second, (now + e->wall) / second);
		post(e, DT_SIGNAL_PPROF, &bytes, &query, p.samples.len);
	}
	dt_pb_deinit(&scope);
	dt_pb_deinit(&dictionary);
	dt_str_deinit(&bytes);
	dt_str_deinit(&query);
	dt_profile_deinit(&p);
}

static void post_logs(struct dt_export *e)
{
	struct dt_str none = {0};

	if (e->n_logs)
		post(e, DT_SIGNAL_LOGS, &e->logs.bytes, &none, e->n_logs);
	dt_pb_deinit(&e->logs);
	e->n_logs = 0;
}

/** Sends what is due at this time. */
static void send_due(struct dt_cli *c, uint64_t now, bool is_last)
{
	struct dt_export *e = &c->export;
	bool has_profiles = e->pushes_pprof || e->pushes_profiles;

	if (has_profiles && (is_last || now - e->profiled >= PROFILE_EACH * second)) {
		post_profiles(c, e->profiled, now);
		e->profiled = now;
	}
	if (is_last || now - e->logged >= LOG_EACH * second || e->logs.bytes.len > LOG_MAX) {
		post_logs(e);
		e->logged = now;
	}
}

// ---- records

/** Returns the message to which a record is added. */
static struct dt_pb *begin_log(struct dt_cli *c)
{
	struct dt_export *e = &c->export;

	if (e->logs.bytes.len > LOG_MAX)
		post_logs(e);
	if (!e->n_logs++)
		dt_otlp_scope(&e->logs);
	return &e->logs;
}

static void take_record(void *arg, const struct dtrace_record *r)
{
	struct dt_cli *c = arg;

	if (*dtrace_record_output(r) || dtrace_shape_fields(dtrace_record_shape(r)))
		dt_otlp_record(begin_log(c), c->d, r, c->export.wall);
}

static void take_fault(void *arg, const struct dtrace_fault *f)
{
	struct dt_cli *c = arg;

	dt_otlp_fault(begin_log(c), c->d, f, c->export.wall);
}

static void take_drop(void *arg, const struct dtrace_drop *drop)
{
	struct dt_cli *c = arg;

	dt_otlp_drop(begin_log(c), drop, read_clock(CLOCK_REALTIME));
	dt_cli_message(c, "%s", drop->message);
}

// ---- the connection

/** Reads the file with headers. It is not for others: it may hold credentials. */
static int read_headers(struct dt_cli *c, struct dt_str *ret)
{
	const char *path = dtrace_getopt_text(c->d, "otlpheaders");
	FILE *file = path ? fopen(path, "re") : NULL;
	bool okay = !path || (file && dt_str_read(ret, fileno(file), HEADERS_MAX));
	int status =
	    okay ? E_SUCCESS : dt_fail_text("failed to read %s: %s", path, strerror(errno));

	if (file)
		fclose(file);
	return status;
}

/** Tells dtrace-export how to answer scrapes. */
static void send_listen(struct dt_export *e, const struct dt_listen *l)
{
	const struct {
		enum dt_frame_serve field;
		const struct dt_str *text;
	} texts[] = {
	    {DT_SERVE_CERT, &l->cert},
	    {DT_SERVE_KEY, &l->key},
	    {DT_SERVE_CLIENT_CA, &l->client_ca},
	    {DT_SERVE_TOKEN, &l->token},
	};
	struct dt_pb frame = {0};

	dt_pb_varint(&frame, DT_SERVE_LOOPBACK, l->is_loopback);
	for (size_t i = 0; i < dt_array_len(texts); i++)
		if (texts[i].text->len)
			dt_pb_bytes(&frame, texts[i].field, texts[i].text->data,
				    texts[i].text->len);
	dt_link_send(&e->link, DT_FRAME_SERVE, frame.bytes.data, frame.bytes.len);
	dt_pb_deinit(&frame);
}

/** Starts dtrace-export and sends it the receivers. */
static int open_link(struct dt_cli *c, const char *otlp, const char *pprof,
		     const struct dt_listen *l)
{
	struct dt_export *e = &c->export;
	dt_cleanup(dt_str_deinit) struct dt_str headers = {0};
	struct dt_pb frame = {0};
	bool okay;

	if (read_headers(c, &headers) != E_SUCCESS)
		return E_ERROR;
	if (!dt_link_open(&e->link, l->is_open ? l->fd : -1))
		return dt_fail_text("failed to start dtrace-export, which sends results over the "
				    "network: %s",
				    strerror(errno));
	e->has_link = true;
	if (l->is_open)
		send_listen(e, l);
	if (otlp)
		dt_pb_bytes(&frame, DT_PUSH_OTLP, otlp, strlen(otlp));
	if (pprof)
		dt_pb_bytes(&frame, DT_PUSH_PPROF, pprof, strlen(pprof));
	dt_pb_bytes(&frame, DT_PUSH_HEADERS, headers.data, headers.len);
	dt_link_send(&e->link, DT_FRAME_PUSH, frame.bytes.data, frame.bytes.len);
	okay = dt_link_confirm(&e->link, take_line, c);
	dt_pb_deinit(&frame);
	return okay ? E_SUCCESS : E_ERROR;
}

/** Records become logs instead of text. */
static int take_records(struct dt_cli *c)
{
	const struct dtrace_handler handler = {
	    .size = sizeof(handler),
	    .arg = c,
	    .record = take_record,
	    .fault = take_fault,
	    .drop = take_drop,
	};
	struct dtrace_error *err = dtrace_set_handler(c->d, &handler);

	return err ? dt_fail(err, NULL) : E_SUCCESS;
}

int dt_export_open(struct dt_cli *c)
{
	struct dt_export *e = &c->export;
	const char *pprof = dtrace_getopt_text(c->d, "pprof");
	const char *otlp = dtrace_getopt_text(c->d, "otlp");
	struct dt_listen l = {0};
	int status = E_SUCCESS;

	e->start = e->profiled = e->logged = read_clock(CLOCK_MONOTONIC);
	e->wall = read_clock(CLOCK_REALTIME) - e->start;
	e->pushes_pprof = pprof && strstr(pprof, "://");
	e->pushes_profiles = otlp && dt_option(c->d, "otlpprofiles");
	if (pprof && !e->pushes_pprof &&
	    !dt_new_file_open(&e->file, pprof, dt_new_file_replaces(pprof)))
		return dt_fail_text("failed to write %s: %s", pprof, strerror(errno));
	if (otlp && take_records(c) != E_SUCCESS)
		return E_ERROR;
	if (dt_listen_open(c, &l) != E_SUCCESS)
		return E_ERROR;
	if (otlp && !strcmp(otlp, "auto"))
		otlp = "";
	if (otlp || e->pushes_pprof || l.is_open)
		status = open_link(c, otlp, e->pushes_pprof ? pprof : NULL, &l);
	dt_listen_deinit(&l);
	return status;
}

void dt_export_work(struct dt_cli *c)
{
	struct dt_export *e = &c->export;

	if (!e->has_link)
		return;
	send_due(c, read_clock(CLOCK_MONOTONIC), false);
	dt_link_work(&e->link, take_line, c);
}

int dt_export_finish(struct dt_cli *c)
{
	struct dt_export *e = &c->export;

	if (e->has_link) {
		dt_metrics_finish(c);
		send_due(c, read_clock(CLOCK_MONOTONIC), true);
		if (e->link.dropped)
			dt_cli_message(c,
				       "lost %" PRIu64 " messages: dtrace-export did not take them",
				       e->link.dropped);
		dt_link_close(&e->link, take_line, c);
		e->has_link = false;
	}
	return e->file.path ? write_profile(c) : E_SUCCESS;
}

void dt_export_close(struct dt_cli *c)
{
	struct dt_export *e = &c->export;

	dt_new_file_discard(&e->file);
	if (e->has_link)
		dt_link_close(&e->link, take_line, c);
	e->has_link = false;
	dt_profile_forget(&e->past);
	dt_pb_deinit(&e->logs);
}
