/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The tracing thread makes snapshots. The file holds the same text that a scrape of --serve would
 * get.
 */
#include "cli/export/metrics.h"

#include "cli/cli.h"
#include "cli/message.h"
#include "cli/option.h"
#include "export/file.h"
#include "export/metric/text.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
	MODE = 0644,
	WAIT = 1000, // ms
	MS = 1000000,
	PUSH_EACH = 60000, // ms
};

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 * MS + (uint64_t)t.tv_nsec;
}

/** Reports whether dtrace-export receives metrics. */
static bool is_sent(const struct dt_cli *c)
{
	return dtrace_getopt_text(c->d, "otlp") || dtrace_getopt_text(c->d, "serve");
}

static const char *path_of(const struct dt_cli *c)
{
	return dtrace_getopt_text(c->d, "prom");
}

// ---- the file

static bool write_file(const char *path, bool replaces, const struct dt_str *text)
{
	struct dt_new_file f;

	if (!dt_new_file_open(&f, path, replaces))
		return false;
	if (f.temporary)
		fchmod(f.fd, MODE);
	return dt_new_file_finish(&f, text->data, text->len);
}

/** Writes the model. Reports the first of several failures: the next file may succeed. */
static void write_metrics(struct dt_cli *c)
{
	struct dt_metrics *m = &c->metrics;
	struct dt_str text = {0};

	dt_text_render(&m->model, &text);
	if (!write_file(path_of(c), m->replaces, &text) && !m->failed) {
		dt_cli_message(c, "failed to write %s: %s", path_of(c), strerror(errno));
		m->failed = true;
	}
	dt_str_deinit(&text);
}

/** Gives the frame to the model of the file and to dtrace-export. */
static void deliver(struct dt_cli *c)
{
	struct dt_metrics *m = &c->metrics;

	if (path_of(c))
		dt_model_apply(&m->model, m->frame.data, m->frame.len);
	if (is_sent(c))
		dt_link_send(&c->export.link, m->frame.data[0], m->frame.data + 1,
			     m->frame.len - 1);
}

/** Brings all receivers up to date. Returns E_SUCCESS, or E_ERROR after a message. */
static int take_snapshot(struct dt_cli *c)
{
	struct dt_metrics *m = &c->metrics;
	struct dtrace_error *err;

	m->frame.len = 0;
	err = dt_encode_snapshot(&m->encoder, &m->frame);
	if (err)
		return dt_fail(err, "failed to export");
	deliver(c);
	return E_SUCCESS;
}

/** Lets dtrace-export send the series of the last snapshot by OTLP. */
static void push(struct dt_cli *c)
{
	dt_link_send(&c->export.link, DT_FRAME_DUE, "", 0);
}

/** Exports what is due or asked for, from one snapshot. */
static void export_due(struct dt_cli *c)
{
	struct dt_metrics *m = &c->metrics;
	uint64_t now = now_ns();
	bool writes = now >= m->file_due, pushes = now >= m->push_due;

	if (!writes && !pushes && !m->is_asked)
		return;
	m->is_asked = false;
	if (pushes)
		m->push_due = now + m->push_each;
	if (take_snapshot(c) != E_SUCCESS)
		return;
	if (pushes)
		push(c);
	if (!writes)
		return;
	m->file_due = now + (uint64_t)dt_option(c->d, "aggrate");
	write_metrics(c);
}

// ---- interface

int dt_metrics_check(struct dt_cli *c)
{
	struct dt_new_file f;

	if (!path_of(c))
		return E_SUCCESS;
	c->metrics.replaces = dt_new_file_replaces(path_of(c));
	if (!dt_new_file_open(&f, path_of(c), c->metrics.replaces))
		return dt_fail_text("failed to write %s: %s", path_of(c), strerror(errno));
	dt_new_file_discard(&f);
	return E_SUCCESS;
}

int dt_metrics_open(struct dt_cli *c)
{
	const char *each = getenv("OTEL_METRIC_EXPORT_INTERVAL"); // ms
	struct dt_metrics *m = &c->metrics;
	struct dtrace_error *err;

	if (!path_of(c) && !is_sent(c))
		return E_SUCCESS;
	m->is_open = true;
	m->model.idle = DT_MODEL_IDLE;
	m->push_each = (each && atoll(each) > 0 ? (uint64_t)atoll(each) : PUSH_EACH) * MS;
	m->file_due = path_of(c) ? now_ns() : UINT64_MAX;
	m->push_due = dtrace_getopt_text(c->d, "otlp") ? now_ns() + m->push_each : UINT64_MAX;
	err = dt_encoder_init(&m->encoder, c->d, DT_MODEL_IDLE, &m->frame);
	if (err)
		return dt_fail(err, "failed to export");
	dt_model_apply(&m->model, m->frame.data, m->frame.len);
	dt_cleanup(dt_free_p) char *clash = dt_model_clash(&m->model);
	if (clash)
		return dt_fail_text("%s", clash);
	if (is_sent(c))
		dt_link_send(&c->export.link, m->frame.data[0], m->frame.data + 1,
			     m->frame.len - 1);
	return take_snapshot(c);
}

void dt_metrics_finish(struct dt_cli *c)
{
	if (c->metrics.is_open && is_sent(c) && take_snapshot(c) == E_SUCCESS)
		push(c);
}

/** Returns the ms until something is due. */
static int time_left(const struct dt_metrics *m)
{
	uint64_t now = now_ns(), due = m->file_due < m->push_due ? m->file_due : m->push_due;
	uint64_t left = due > now ? (due - now) / MS + 1 : 0;

	return left < WAIT ? (int)left : WAIT;
}

enum dtrace_work dt_metrics_work(struct dt_cli *c, struct dtrace_error **err)
{
	const struct dt_link *l = &c->export.link;
	struct pollfd p[] = {{.fd = dtrace_fd(c->d), .events = POLLIN},
			     {.fd = c->export.has_link ? l->fd : -1,
			      .events = (short)(POLLIN | (l->out.len ? POLLOUT : 0))}};
	enum dtrace_work work;

	if (!c->metrics.is_open) {
		work = dtrace_work(c->d, err);
		dt_export_work(c);
		return work;
	}
	poll(p, 2, time_left(&c->metrics));
	work = dtrace_work_now(c->d, err);
	dt_metrics_export(c);
	return work;
}

void dt_metrics_export(struct dt_cli *c)
{
	dt_export_work(c);
	if (c->metrics.is_open)
		export_due(c);
}

void dt_metrics_close(struct dt_cli *c)
{
	struct dt_metrics *m = &c->metrics;

	if (!m->is_open)
		return;
	if (path_of(c) && m->replaces)
		unlink(path_of(c));
	dt_encoder_deinit(&m->encoder);
	dt_wire_deinit(&m->frame);
	dt_model_deinit(&m->model);
	*m = (struct dt_metrics){0};
}
