/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * dtrace-export: owns the sockets of exporters, without privileges. dtrace starts it and sends
 * frames (link.h) to its standard input. It ends when the frames end.
 */
#include "export/link.h"
#include "export/program/sandbox.h"
#include "export/program/push.h"
#include "export/program/serve.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
	FRAME_MAX = 64 << 20, // bytes
	WAIT = 500,	      // ms
};

struct exporter {
	struct dt_push *push;
	struct dt_serve *serve; // NULL: no scrapes are answered
	struct dt_model model;	// of METRICS and SNAPSHOT
};

/** Sends a line to dtrace, without characters that end it. */
static void report(const char *text)
{
	dt_cleanup(dt_free_p) char *line = dt_asprintf("%s\n", text);

	for (char *c = line; *c && c[1]; c++)
		if ((unsigned char)*c < ' ')
			*c = ' ';
	send(STDIN_FILENO, line, strlen(line), MSG_NOSIGNAL);
}

/** Returns a field as text on the heap, or NULL. */
static char *find_text(const void *contents, size_t len, unsigned field)
{
	struct dt_pb_reader r;

	dt_pb_read(&r, contents, len);
	while (dt_pb_next(&r))
		if (r.field == field && r.bytes)
			return dt_asprintf("%.*s", (int)r.len, (const char *)r.bytes);
	return NULL;
}

static void report_error(char *error)
{
	if (error)
		report(error);
	free(error);
}

static void take_receivers(struct dt_push *p, const void *contents, size_t len)
{
	dt_cleanup(dt_free_p) char *otlp = find_text(contents, len, DT_PUSH_OTLP);
	dt_cleanup(dt_free_p) char *pprof = find_text(contents, len, DT_PUSH_PPROF);
	dt_cleanup(dt_free_p) char *headers = find_text(contents, len, DT_PUSH_HEADERS);

	if (otlp)
		report_error(dt_push_otlp(p, otlp, headers ? headers : ""));
	if (pprof)
		report_error(dt_push_pprof(p, pprof, headers ? headers : ""));
	report("");
}

/** Asks dtrace for a snapshot. */
static void ask(void)
{
	send(STDIN_FILENO, DT_LINK_ASK "\n", sizeof(DT_LINK_ASK), MSG_NOSIGNAL);
}

static void start_serving(struct exporter *e, const void *contents, size_t len)
{
	const char *error = NULL;
	struct dt_pb_reader r;
	struct dt_serve_config config = {
	    .fd = DT_LINK_SOCKET,
	    .cert = find_text(contents, len, DT_SERVE_CERT),
	    .key = find_text(contents, len, DT_SERVE_KEY),
	    .client_ca = find_text(contents, len, DT_SERVE_CLIENT_CA),
	    .token = find_text(contents, len, DT_SERVE_TOKEN),
	    .ask = ask,
	};

	dt_pb_read(&r, contents, len);
	while (dt_pb_next(&r))
		config.is_loopback |= r.field == DT_SERVE_LOOPBACK && r.value;
	e->serve = dt_serve_start(&config, &error);
	if (!e->serve)
		report(error);
}

static void take_post(struct dt_push *p, const void *contents, size_t len)
{
	struct dt_push_message m = {.body = "", .rest = ""};
	struct dt_pb_reader r;
	uint64_t signal = 0;

	dt_pb_read(&r, contents, len);
	while (dt_pb_next(&r)) {
		if (r.field == DT_POST_SIGNAL)
			signal = r.value;
		else if (r.field == DT_POST_N)
			m.n = r.value;
		else if (r.field == DT_POST_BODY && r.bytes) {
			m.body = r.bytes;
			m.len = r.len;
		} else if (r.field == DT_POST_REST && r.bytes) {
			m.rest = r.bytes;
			m.rest_len = r.len;
		}
	}
	m.signal = (enum dt_signal)signal;
	if (signal < DT_N_SIGNALS)
		dt_push_add(p, &m);
}

static bool take_metrics(struct exporter *e, const char *frame, size_t len)
{
	if (!dt_model_apply(&e->model, (const uint8_t *)frame, len))
		return false;
	if (*frame == DT_FRAME_SNAPSHOT)
		dt_serve_publish(e->serve, &e->model);
	return true;
}

/** Sends all series to the receiver of metrics, if there is one. */
static void push_metrics(struct exporter *e)
{
	struct dt_push_message m = {.signal = DT_SIGNAL_METRICS, .rest = ""};
	struct dt_pb pb = {0};
	struct timespec now;

	if (!dt_push_has(e->push, DT_SIGNAL_METRICS))
		return;
	clock_gettime(CLOCK_REALTIME, &now);
	m.n = dt_otlp_metrics(&pb, &e->model,
			      (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec);
	m.body = pb.bytes.data;
	m.len = pb.bytes.len;
	dt_push_add(e->push, &m);
	dt_pb_deinit(&pb);
}

/** Handles a frame. Returns false if it is malformed. */
static bool take_frame(struct exporter *e, const char *frame, size_t len)
{
	switch (*frame) {
	case DT_FRAME_METRICS:
	case DT_FRAME_SNAPSHOT:
		return take_metrics(e, frame, len);
	case DT_FRAME_DUE:
		push_metrics(e);
		return true;
	case DT_FRAME_PUSH:
		take_receivers(e->push, frame + 1, len - 1);
		return true;
	case DT_FRAME_SERVE:
		start_serving(e, frame + 1, len - 1);
		return true;
	case DT_FRAME_POST:
		take_post(e->push, frame + 1, len - 1);
		return true;
	default:
		return false;
	}
}

/** Handles the complete frames in `in`. Returns false if they are malformed. */
static bool take_frames(struct exporter *e, struct dt_str *in)
{
	size_t at = 0;
	uint32_t len;

	while (in->len - at >= sizeof(len)) {
		const char *frame = in->data + at + sizeof(len);

		memcpy(&len, in->data + at, sizeof(len));
		if (!len || len > FRAME_MAX)
			return false;
		if (in->len - at - sizeof(len) < len)
			break;
		if (!take_frame(e, frame, len))
			return false;
		at += sizeof(len) + len;
	}
	if (at)
		memmove(in->data, in->data + at, in->len - at);
	in->len -= at;
	return true;
}

/** Reads what has arrived. Returns false at the end. */
static bool read_frames(struct dt_str *in)
{
	char bytes[1 << 16];
	ssize_t n;

	while ((n = recv(STDIN_FILENO, bytes, sizeof(bytes), MSG_DONTWAIT)) > 0)
		dt_str_append_n(in, bytes, (size_t)n);
	return n < 0 && (errno == EAGAIN || errno == EINTR);
}

int main(void)
{
	struct exporter e = {.model = {.idle = DT_MODEL_IDLE}};
	struct dt_str in = {0};
	bool goes_on = true;

	signal(SIGINT, SIG_IGN); // dtrace decides when tracing ends
	signal(SIGHUP, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
	if (!dt_sandbox_enter()) {
		report("dtrace-export cannot give up its privileges");
		return 1;
	}
	e.push = dt_push_create(report);
	while (goes_on) {
		int ms = dt_serve_expire(e.serve);

		dt_push_wait(e.push, STDIN_FILENO, ms >= 0 && ms < WAIT ? ms : WAIT);
		goes_on = read_frames(&in);
		goes_on = take_frames(&e, &in) && goes_on;
	}
	dt_serve_stop(e.serve);
	dt_push_finish(e.push);
	dt_push_destroy(e.push);
	dt_model_deinit(&e.model);
	dt_str_deinit(&in);
	return 0;
}
