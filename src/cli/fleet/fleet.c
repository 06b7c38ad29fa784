/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One thread serves all hosts. If a host fails, dtrace reports it in one sentence and ignores it
 * from then on; the others continue. Its aggregations count up to its last whole line.
 *
 * Records wait in a queue of their host until they are DELAY old, by our clock, and are printed in
 * the order of time. dtrace compares each host's clock with its own once, and takes the host's
 * answer for the time in the middle of the round trip. While a host's queue is full, its lines wait
 * in its inbox and its pipe is not read, so a flood slows that host down.
 *
 * A short line may stand for a long text, for example a histogram of printa(). Each host therefore
 * has an allowance of bytes that its texts may be longer than their lines. Time refills it. The
 * lines of a host are handled for at most SLICE at a time, since some take long.
 */
#include "cli/fleet/fleet.h"

#include "base/str.h"
#include "base/time.h"
#include "base/vec.h"
#include "cli/fleet/connection.h"
#include "cli/fleet/hosts.h"
#include "cli/fleet/records.h"
#include "cli/fleet/tables.h"
#include "cli/message.h"
#include "cli/option.h"
#include "cli/program/json.h"
#include "cli/signals.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

static const uint64_t SECOND = 1000000000, DELAY = 1000000000, SLICE = 10000000;
static const uint64_t GREETING_LIMIT = 30, END_LIMIT = 12; // seconds

enum {
	QUEUE_BYTES = 8 << 20,
	MOST_GROWTH = 64 << 20, // of texts over their lines
	GROWTH_PER_SECOND = 4 << 20,
	MOST_MESSAGES = 200,
	MOST_MEMBERS = 64,	  // of a line
	MOST_AGG_WORDS = 1 << 24, // of a host's aggregations
	MOST_WORDS = 64,
	TICK_MS = 50,
};

static const char default_shell[] = "ssh -T -oBatchMode=yes -oConnectTimeout=10 "
				    "-oServerAliveInterval=5 -oServerAliveCountMax=3";

enum state { GREETING, CLOCK, RUNNING, ENDED };

struct item {
	uint64_t time;
	char *text;
	size_t len;
};

struct host {
	const char *name;
	struct dt_connection link;
	enum state state;
	uint64_t since; // of the state
	uint64_t sent;	// last sign of life
	int64_t offset; // of its clock to ours
	bool has_failed, has_exited;
	bool has_more; // lines for the next slice
	int exit_status;
	unsigned n_messages;
	size_t room;		   // words that its aggregations may still take
	dt_vec(struct item) queue; // from `first` on
	size_t first, n_bytes;	   // of the queue
	struct dt_str rest;	   // of a line of output
	uint64_t growth, refilled; // the allowance, and when it was refilled
};

struct fleet {
	struct dt_cli *c;
	struct host *hosts;
	size_t n;
	struct dt_tables tables;
	struct dt_json_line line;
	bool is_json, is_quiet, has_header;
	char *program; // line for the agents
	size_t program_len;
	uint64_t ending; // since; 0: not
	bool has_waited; // names of late hosts were printed
};

static void set_state(struct host *h, enum state state)
{
	h->state = state;
	h->since = dt_now();
}

/** Reports the host with the reason, and ignores it from now on. */
static void fail_host(struct fleet *f, struct host *h, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
static void fail_host(struct fleet *f, struct host *h, const char *fmt, ...)
{
	char reason[512];
	va_list ap;

	if (h->has_failed)
		return;
	va_start(ap, fmt);
	vsnprintf(reason, sizeof(reason), fmt, ap);
	va_end(ap);
	dt_cli_message(f->c, "%s: %s", h->name, reason);
	h->has_failed = true;
	dt_connection_close(&h->link);
	set_state(h, ENDED);
}

// ---- output

/** Prints a line of the text form, `text` terminated. */
static void print_line(struct fleet *f, const struct host *h, const char *text)
{
	if (!f->has_header && !f->is_quiet)
		fprintf(f->c->out, "HOST: CPU %6s %32s\n", "ID", "FUNCTION:NAME");
	f->has_header = true;
	dt_print_line(f->c->out, "%s: %s", h->name, text);
}

/** Prints the whole lines of a host's text and keeps the rest, unless `all`. */
static void print_text(struct fleet *f, struct host *h, const char *text, size_t len, bool all)
{
	struct dt_str *rest = &h->rest;
	char *begin, *end;

	dt_str_append_n(rest, text, len);
	for (begin = rest->data; (end = strchr(begin, '\n')); begin = end + 1) {
		*end = '\0';
		print_line(f, h, begin);
	}
	rest->len -= (size_t)(begin - rest->data);
	memmove(rest->data, begin, rest->len + 1);
	if (rest->len && (all || rest->len > DT_AGENT_LINE)) {
		print_line(f, h, rest->data);
		dt_str_clear(rest);
	}
}

/** Puts a text into the host's queue. Takes it. */
static void push_item(struct host *h, int64_t time, char *text, size_t len)
{
	uint64_t now = dt_now(), t = (uint64_t)time - (uint64_t)h->offset;

	if (h->queue.len == h->queue.cap && h->first) {
		h->queue.len -= h->first;
		memmove(h->queue.data, h->queue.data + h->first,
			h->queue.len * sizeof(struct item));
		h->first = 0;
	}
	if (t > now) // in the future, perhaps because it wrapped around
		t = now;
	if (h->queue.len > h->first && t < dt_vec_last(&h->queue).time)
		t = dt_vec_last(&h->queue).time;
	dt_vec_push(&h->queue, (struct item){t, text, len});
	h->n_bytes += len + sizeof(struct item);
}

/** Returns the first record of the host's queue, or NULL. */
static const struct item *first_item(const struct host *h)
{
	return h->first < h->queue.len ? &h->queue.data[h->first] : NULL;
}

/** Returns the host with the oldest record, or NULL. */
static struct host *oldest_host(const struct fleet *f)
{
	const struct item *oldest = NULL, *item;
	struct host *host = NULL;

	for (size_t i = 0; i < f->n; i++) {
		item = first_item(&f->hosts[i]);
		if (item && (!oldest || item->time < oldest->time)) {
			oldest = item;
			host = &f->hosts[i];
		}
	}
	return host;
}

/** Prints the records that are old enough, or all. */
static void release_items(struct fleet *f, bool all)
{
	uint64_t now = dt_now();
	bool any = false;

	for (struct host *h; (h = oldest_host(f));) {
		struct item item = *first_item(h);

		if (!all && item.time + DELAY > now)
			break;
		h->first++;
		h->n_bytes -= item.len + sizeof(struct item);
		if (f->is_json)
			dt_print_line(f->c->out, "%s", item.text);
		else
			print_text(f, h, item.text, item.len, false);
		free(item.text);
		any = true;
	}
	if (any)
		fflush(f->c->out);
}

// ---- lines of agents

/** Returns the line with the member `host`. */
static char *add_host(const struct host *h, const char *line, size_t len, size_t *ret_len)
{
	char *text = NULL;
	FILE *out = open_memstream(&text, ret_len);
	struct dt_json j = {.out = out};
	const char *begin;

	if (!out)
		return NULL;
	dt_json_open(&j, NULL, '{');
	dt_json_text(&j, "host", h->name);
	fputc(',', out);
	begin = memchr(line, '{', len);
	fwrite(begin + 1, 1, (size_t)(line + len - begin) - 1, out);
	return fclose(out) ? NULL : text;
}

static char *record_text(struct fleet *f, const struct dt_json_value *record, size_t *len,
			 const char **wrong)
{
	char *text = NULL;
	FILE *out = open_memstream(&text, len);

	*wrong = NULL;
	if (!out)
		return NULL;
	*wrong = dt_record_print(record, f->c->d, out);
	return fclose(out) ? NULL : text;
}

/** Takes bytes from the host's allowance. Returns false if it is too small. */
static bool allow_growth(struct host *h, size_t n)
{
	uint64_t now = dt_now(), more = (now - h->refilled) / (SECOND / GROWTH_PER_SECOND);

	h->refilled = now;
	h->growth = MOST_GROWTH - h->growth < more ? MOST_GROWTH : h->growth + more;
	if (n > h->growth)
		return false;
	h->growth -= n;
	return true;
}

static void take_record(struct fleet *f, struct host *h, const struct dt_json_value *object,
			const char *line, size_t len)
{
	const char *wrong = NULL;
	char *text;
	int64_t time;
	size_t n;

	if (!dt_record_check(object, &time)) {
		fail_host(f, h, "it sent a record without its members");
		return;
	}
	text = f->is_json ? add_host(h, line, len, &n) : record_text(f, object, &n, &wrong);
	if (wrong) {
		fail_host(f, h, "it %s", wrong);
	} else if (text && n > len && !allow_growth(h, n - len)) {
		fail_host(f, h, "it sent records that print far more than they contain");
	} else if (text) {
		push_item(h, time, text, n);
		return;
	}
	free(text);
}

/** A fault or a drop. */
static void take_report(struct fleet *f, struct host *h, const struct dt_json_value *object,
			const char *line, size_t len)
{
	const char *text = dt_json_word(object, "message"), *fault = dt_json_word(object, "fault");
	const char *function = dt_json_word(object, "function");
	const char *name = dt_json_word(object, "name");
	int64_t time = (int64_t)(dt_now() + (uint64_t)h->offset);
	char *whole;
	size_t n;

	dt_json_integer_member(object, "time", &time);
	if (f->is_json) {
		whole = add_host(h, line, len, &n);
		if (whole)
			push_item(h, time, whole, n);
	} else if (text && h->n_messages++ < MOST_MESSAGES) {
		dt_cli_message(f->c, "%s: %s", h->name, text);
	} else if (fault && h->n_messages++ < MOST_MESSAGES) {
		dt_cli_message(f->c, "%s: error on enabled probe %s:%s: %s", h->name,
			       function ? function : "", name ? name : "", fault);
	}
}

static void take_result(struct fleet *f, struct host *h, const struct dt_json_value *object,
			const char *type, const char *line, size_t len)
{
	const char *wrong;
	int64_t status;

	if (dt_json_find(object, "host")) {
		fail_host(f, h, "it sent a line with the name of a host");
	} else if (!strcmp(type, "record")) {
		take_record(f, h, object, line, len);
	} else if (!strcmp(type, "aggregation")) {
		f->tables.room = &h->room;
		wrong = dt_tables_add(&f->tables, object, h->name);
		if (wrong)
			fail_host(f, h, "its aggregation %s", wrong);
	} else if (!strcmp(type, "error") || !strcmp(type, "drop")) {
		take_report(f, h, object, line, len);
	} else if (!strcmp(type, "exit") && dt_json_integer_member(object, "status", &status)) {
		h->has_exited = true;
		h->exit_status = (int)(status & 0xff);
	}
	// A later version may send other types.
}

static void take_greeting(struct fleet *f, struct host *h, const struct dt_json_value *object)
{
	const char *version = dt_json_word(object, "version");
	char line[128];
	int n;

	if (!version || !dt_agent_is_version(version)) {
		fail_host(
		    f, h,
		    "it has version %.20s of dtrace, but works only with the major version of %s",
		    version ? version : "?", dtrace_version());
		return;
	}
	n = snprintf(line, sizeof(line), "{\"type\":\"%s\",\"version\":\"%s\"}\n", DT_CLIENT_HELLO,
		     dtrace_version());
	set_state(h, CLOCK);
	dt_connection_send(&h->link, line, (size_t)n);
}

/** Compares the clocks and sends the program. */
static void take_clock(struct fleet *f, struct host *h, const struct dt_json_value *object)
{
	uint64_t now = dt_now(), wall = dt_clock(CLOCK_REALTIME);
	uint64_t half = (now - h->since) / 2;
	int64_t time, theirs;
	double ahead;

	if (!dt_json_integer_member(object, "time", &time) ||
	    !dt_json_integer_member(object, "wall", &theirs)) {
		fail_host(f, h, "it did not report its time");
		return;
	}
	h->offset = (int64_t)((uint64_t)time - (now - half));
	if (h->offset < (int64_t)half && h->offset > -(int64_t)half)
		h->offset = 0; // the error is larger; on one machine the clocks are equal
	ahead = ((double)theirs - (double)(wall - half)) / 1e9;
	if (ahead > 1 + (double)half / 1e9 || ahead < -1 - (double)half / 1e9)
		dt_cli_message(
		    f->c,
		    "%s: its clock is %.1f s %s; dtrace orders records by its own clock and "
		    "does not correct walltimestamp",
		    h->name, ahead < 0 ? -ahead : ahead, ahead < 0 ? "behind" : "ahead");
	set_state(h, RUNNING);
	h->sent = now;
	dt_connection_send(&h->link, f->program, f->program_len);
}

/** Reports whether a name occurs twice, so that readers may disagree about its value. */
static bool is_ambiguous(const struct dt_json_value *object)
{
	if (object->n > MOST_MEMBERS)
		return true;
	for (const struct dt_json_value *v = object->first; v; v = v->next)
		if (dt_json_find(object, v->name) != v)
			return true;
	return false;
}

static void take_line(struct fleet *f, struct host *h, const char *line, size_t len)
{
	static const char *const expected[] = {[GREETING] = DT_AGENT_HELLO, [CLOCK] = "clock"};
	const struct dt_json_value *object = dt_json_read(&f->line, line, len);
	const char *type = dt_json_word(object, "type");

	if (!type || is_ambiguous(object) ||
	    (h->state < RUNNING && strcmp(type, expected[h->state]) != 0))
		fail_host(f, h, "it sent a line that is not of dtrace --agent: %.*s",
			  (int)(len < 60 ? len : 60), line);
	else if (h->state == GREETING)
		take_greeting(f, h, object);
	else if (h->state == CLOCK)
		take_clock(f, h, object);
	else
		take_result(f, h, object, type, line, len);
}

static void take_message(struct fleet *f, struct host *h, const char *text, size_t len)
{
	static const char prefix[] = "dtrace: ";

	if (len >= sizeof(prefix) - 1 && !memcmp(text, prefix, sizeof(prefix) - 1)) {
		text += sizeof(prefix) - 1;
		len -= sizeof(prefix) - 1;
	}
	if (h->n_messages < MOST_MESSAGES)
		dt_cli_message(f->c, "%s: %.*s", h->name, (int)len, text);
	else if (h->n_messages == MOST_MESSAGES)
		dt_cli_message(f->c, "%s: dtrace does not show its further messages", h->name);
	h->n_messages++;
}

// ---- pipes

static void refuse_length(struct fleet *f, struct host *h)
{
	fail_host(f, h, "it sent a line of more than %d bytes", DT_AGENT_LINE);
}

static bool has_room(const struct host *h)
{
	return h->n_bytes <= QUEUE_BYTES;
}

/** Handles the lines of the agent's output for a slice of time, while the host's queue has room. */
static void take_lines(struct fleet *f, struct host *h)
{
	uint64_t begin = dt_now();
	size_t at = 0, len;
	char *line;

	while (h->state != ENDED && has_room(h) && dt_now() - begin < SLICE &&
	       (line = dt_inbox_line(&h->link.out, &at, &len))) {
		if (len > DT_AGENT_LINE)
			refuse_length(f, h);
		else if (len)
			take_line(f, h, line, len);
	}
	h->has_more = h->state != ENDED && dt_now() - begin >= SLICE;
	dt_inbox_shift(&h->link.out, at);
}

static void read_messages(struct fleet *f, struct host *h)
{
	struct dt_inbox *b = &h->link.err;
	bool ok = dt_inbox_read(b);
	size_t at = 0, len;
	char *line;

	while ((line = dt_inbox_line(b, &at, &len)))
		take_message(f, h, line, len);
	dt_inbox_shift(b, at);
	if (!ok) // a message without end
		b->len = 0;
}

/** Called when the agent's output has ended. */
static void end_host(struct fleet *f, struct host *h)
{
	int status = h->link.status;

	if (h->link.pid) {
		// Its process may continue, for example because it shares a connection.
		if (dt_now() - h->since > 2 * SECOND)
			dt_connection_close(&h->link);
		if (!dt_connection_reap(&h->link))
			return;
		status = h->link.status;
	}
	if (h->state == RUNNING && WIFEXITED(status) &&
	    WEXITSTATUS(status) == (h->has_exited ? h->exit_status : 0))
		set_state(h, ENDED);
	else if (h->state < RUNNING)
		fail_host(f, h, "no dtrace --agent answered; %s",
			  WIFEXITED(status) && WEXITSTATUS(status) == 2
			      ? "dtrace there may be too old"
			      : "is dtrace installed there, and does ssh log in without password?");
	else if (WIFSIGNALED(status))
		fail_host(f, h, "its connection was killed");
	else
		fail_host(f, h, "it ended early with status %d", WEXITSTATUS(status));
	dt_connection_close(&h->link);
}

static void check_host(struct fleet *f, struct host *h)
{
	uint64_t now = dt_now();

	if (h->state == ENDED) {
		dt_connection_reap(&h->link);
		return;
	}
	if (h->link.out.fd < 0 && h->link.err.fd < 0 && !h->link.out.len)
		end_host(f, h);
	else if (h->state < RUNNING && now - h->since > GREETING_LIMIT * SECOND)
		fail_host(f, h, "it did not answer within %d s", (int)GREETING_LIMIT);
	else if (f->ending && now - f->ending > END_LIMIT * SECOND)
		fail_host(f, h, "it did not end within %d s", (int)END_LIMIT);
	if (h->state == RUNNING && now - h->sent > (uint64_t)DT_LIFE_MS * 1000000) {
		dt_connection_send(&h->link, "\n", 1);
		h->sent = now;
	}
}

/** Handles a pipe of the host after poll(2) has reported it. */
static void serve_pipe(struct fleet *f, struct host *h, int fd)
{
	if (fd == h->link.err.fd)
		read_messages(f, h);
	else if (fd == h->link.out.fd && !dt_inbox_read(&h->link.out))
		refuse_length(f, h);
	else if (fd == h->link.in)
		dt_connection_write(&h->link);
}

/** Reports whether the host may send more. Lines that wait for a slice are enough. */
static bool may_send(const struct host *h)
{
	return has_room(h) && !h->has_more;
}

/** Waits at most a tick for the open pipes and serves them. Closed ones are not in the list, since
 * poll(2) refuses a list longer than the limit of descriptors. */
static void serve_pipes(struct fleet *f)
{
	struct pollfd *fds = dt_malloc(3 * f->n * sizeof(*fds));
	struct host **hosts = dt_malloc(3 * f->n * sizeof(struct host *));
	int wait = TICK_MS;
	nfds_t n = 0;

	for (struct host *h = f->hosts; h < f->hosts + f->n; h++) {
		const struct pollfd pipes[] = {
		    {h->link.err.fd, POLLIN, 0},
		    {may_send(h) ? h->link.out.fd : -1, POLLIN, 0},
		    {h->link.outbox.len ? h->link.in : -1, POLLOUT, 0},
		};

		for (int i = 0; i < 3; i++) {
			fds[n] = pipes[i];
			hosts[n] = h;
			n += pipes[i].fd >= 0;
		}
		if (h->has_more)
			wait = 0;
	}
	poll(fds, n, wait);
	for (nfds_t i = 0; i < n; i++)
		if (fds[i].revents)
			serve_pipe(f, hosts[i], fds[i].fd);
	free(fds);
	free(hosts);
}

/** Closes the agents' input. They then send their last lines. An agent without a program has none.
 */
static void end_agents(struct fleet *f)
{
	f->ending = dt_now();
	for (struct host *h = f->hosts; h < f->hosts + f->n; h++) {
		if (h->state < RUNNING) {
			dt_connection_close(&h->link);
			set_state(h, ENDED);
		}
		h->link.closes = true;
		dt_connection_write(&h->link);
	}
}

static bool is_running(const struct fleet *f)
{
	for (size_t i = 0; i < f->n; i++)
		if (f->hosts[i].state != ENDED)
			return true;
	return false;
}

/** Names, once, the hosts that still run a second after the end: the tables wait for them. */
static void report_late(struct fleet *f)
{
	struct dt_str names = {0};

	if (f->has_waited || !f->ending || dt_now() - f->ending < SECOND)
		return;
	f->has_waited = true;
	for (const struct host *h = f->hosts; h < f->hosts + f->n; h++)
		if (h->state != ENDED)
			dt_str_printf(&names, "%s%s", names.len ? ", " : "", h->name);
	if (names.len)
		dt_cli_message(f->c, "waiting %d s at most for the end of %s", (int)(END_LIMIT - 1),
			       names.data);
	dt_str_deinit(&names);
}

static void serve_hosts(struct fleet *f)
{
	while (is_running(f)) {
		serve_pipes(f);
		for (size_t i = 0; i < f->n; i++) {
			if (dt_signals_received() && !f->ending)
				end_agents(f);
			take_lines(f, &f->hosts[i]);
			check_host(f, &f->hosts[i]);
		}
		report_late(f);
		release_items(f, false);
	}
	release_items(f, true);
	for (size_t i = 0; i < f->n; i++)
		print_text(f, &f->hosts[i], "", 0, true);
}

// ---- the program

static int write_texts(const struct dt_arguments *a, struct dt_json *j)
{
	dt_json_open(j, "texts", '[');
	for (size_t i = 0; i < a->texts.n; i++) {
		bool is_file = a->kinds[i] == DTRACE_TEXT_FILE;
		char *text = is_file ? dt_read_text(a->texts.v[i]) : NULL;

		if (is_file && !text)
			return E_ERROR;
		dt_json_open(j, NULL, '{');
		dt_json_number(j, "kind", a->kinds[i]);
		dt_json_text(j, "name", a->texts.v[i]);
		dt_json_text(j, "text", text);
		dt_json_close(j, '}');
		free(text);
	}
	dt_json_close(j, ']');
	return E_SUCCESS;
}

/** Reports whether the option concerns the client alone. */
static bool is_own(const char *name)
{
	static const char *const own[] = {"byhost", "oformat", "ragent", "rshell",
					  "flame",  "color",   "pprof",	 "prom"};

	for (size_t i = 0; i < dt_array_len(own); i++)
		if (!strcmp(own[i], name))
			return true;
	return false;
}

static void write_options(const struct dt_arguments *a, struct dt_json *j)
{
	char name[64];

	dt_json_open(j, "options", '[');
	for (size_t i = 0; i < a->n_settings; i++) {
		const struct dt_setting *s = &a->settings[i];

		snprintf(name, sizeof(name), "%.*s", (int)s->name_len, s->name);
		if (is_own(name))
			continue;
		dt_json_open(j, NULL, '{');
		dt_json_text(j, "name", name);
		dt_json_text(j, "value", s->value);
		dt_json_close(j, '}');
	}
	dt_json_close(j, ']');
}

/** Makes the line that the agents receive. */
static int write_program(struct fleet *f)
{
	const struct dt_arguments *a = &f->c->args;
	FILE *out = open_memstream(&f->program, &f->program_len);
	struct dt_json j = {.out = out};
	int status;

	if (!out)
		return dt_fail_text("out of memory");
	dt_json_open(&j, NULL, '{');
	dt_json_text(&j, "type", "program");
	write_options(a, &j);
	status = write_texts(a, &j);
	dt_json_open(&j, "arguments", '[');
	for (size_t i = 0; i < a->operands.n; i++)
		dt_json_text(&j, NULL, a->operands.v[i]);
	dt_json_close(&j, ']');
	dt_json_close(&j, '}');
	fputc('\n', out);
	if (fclose(out))
		return dt_fail_text("out of memory");
	if (f->program_len > DT_PROGRAM_LINE)
		return dt_fail_text("the program is too long for --hosts");
	return status;
}

// ---- the hosts

/** Appends the words of a text to n others, except those beyond the limit. Cuts the text at its
 * blanks. Returns the number of words. */
static size_t split_words(char *text, char **argv, size_t n)
{
	char *rest = NULL;

	for (char *w = strtok_r(text, " ", &rest); w && n + 4 < MOST_WORDS;
	     w = strtok_r(NULL, " ", &rest))
		argv[n++] = w;
	return n;
}

static void start_host(struct fleet *f, struct host *h)
{
	const char *shell = dtrace_getopt_text(f->c->d, "rshell");
	const char *agent = dtrace_getopt_text(f->c->d, "ragent");
	char *words = dt_strdup(shell ? shell : default_shell);
	char *command = dt_strdup(agent ? agent : "dtrace");
	char *argv[MOST_WORDS];
	size_t n = split_words(words, argv, 0);

	argv[n++] = "--";
	argv[n++] = (char *)h->name;
	n = split_words(command, argv, n);
	argv[n++] = "--agent";
	argv[n] = NULL;
	set_state(h, GREETING);
	if (!dt_connection_open(&h->link, argv))
		fail_host(f, h, "failed to start %s: %s", argv[0], strerror(errno));
	free(words);
	free(command);
}

static int refuse_flags(const struct dt_cli *c)
{
	const struct dt_arguments *a = &c->args;

	if (a->mode != DT_MODE_TRACE || a->listing || a->compile_only || a->merge || a->agent)
		return dt_fail_text("--hosts only traces");
	if (a->commands.n || a->pids.n)
		return dt_fail_text("--hosts takes no processes: -c and -p belong to one machine");
	if (dt_option(c->d, "destructive"))
		return dt_fail_text("--hosts allows no destructive actions");
	if (!a->texts.n)
		return dt_fail_text("--hosts needs a program: -n or -s");
	return E_SUCCESS;
}

static int finish(struct fleet *f)
{
	int status = E_SUCCESS;

	if (f->tables.v.len && !f->is_json)
		fputc('\n', f->c->out);
	dt_tables_print(&f->tables, f->c->out, f->is_json);
	for (size_t i = 0; i < f->n; i++)
		if (f->hosts[i].exit_status > status)
			status = f->hosts[i].exit_status;
	for (size_t i = 0; i < f->n; i++)
		if (f->hosts[i].has_failed)
			status = E_ERROR;
	return status;
}

static void free_hosts(struct fleet *f)
{
	for (size_t i = 0; i < f->n; i++) {
		struct host *h = &f->hosts[i];

		dt_connection_deinit(&h->link);
		for (; first_item(h); h->first++)
			free(first_item(h)->text);
		dt_vec_deinit(&h->queue);
		dt_str_deinit(&h->rest);
	}
	free(f->hosts);
}

static int trace_hosts(struct fleet *f, const struct dt_hosts *names)
{
	if (!dt_signals_catch(f->c->d, &f->c->progress))
		return dt_fail_thread();
	dt_signals_trace();
	f->hosts = dt_malloc(names->v.len * sizeof(*f->hosts));
	for (size_t i = 0; i < names->v.len; i++) {
		f->hosts[i] = (struct host){
		    .name = names->v.data[i],
		    .room = MOST_AGG_WORDS,
		    .growth = MOST_GROWTH,
		    .refilled = dt_now(),
		};
		f->n++;
		start_host(f, &f->hosts[i]);
	}
	serve_hosts(f);
	return finish(f);
}

int dt_fleet_run(struct dt_cli *c)
{
	struct fleet f = {
	    .c = c,
	    .tables = {.d = c->d, .by_host = dt_option(c->d, "byhost")},
	    .is_json = dt_option(c->d, "oformat") == OFORMAT_JSON,
	    .is_quiet = dt_option(c->d, "quiet"),
	};
	struct dt_hosts names = {0};
	int status = refuse_flags(c);

	if (status == E_SUCCESS)
		status = dt_hosts_read(&names, c->args.hosts);
	if (status == E_SUCCESS)
		status = write_program(&f);
	if (status == E_SUCCESS)
		status = trace_hosts(&f, &names);
	free_hosts(&f);
	free(f.program);
	dt_tables_deinit(&f.tables);
	dt_json_line_deinit(&f.line);
	dt_hosts_deinit(&names);
	return status;
}
