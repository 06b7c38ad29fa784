/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The event loop: the session, keys, signals and the time of the next copy. A signalfd reports a
 * new window size and job control.
 */
#include "cli/top/top.h"

#include "base/mem.h"
#include "base/time.h"
#include "cli/message.h"
#include "cli/option.h"
#include "cli/signals.h"
#include "cli/top/divert.h"
#include "cli/top/draw.h"
#include "cli/top/keys.h"
#include "cli/top/terminal.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

static const uint64_t MS = 1000000;

enum {
	MESSAGES = 1000,      // kept for the end
	INTERVAL_LEAST = 100, // ms between copies
};

static int signals = -1; // descriptor

struct top {
	struct dt_cli *cli;
	struct dt_view view;
	struct dt_picture picture;
	struct dtrace_error *error;
	uint64_t begin, next; // ns: of the display, of the next copy
	bool ends;
	bool holds_messages; // the standard error is the terminal
	char *messages[MESSAGES];
	size_t n_messages; // including those beyond MESSAGES
};

static sigset_t shown_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGWINCH);
	sigaddset(&set, SIGTSTP);
	sigaddset(&set, SIGCONT);
	return set;
}

int dt_top_open(void)
{
	sigset_t set = shown_signals();

	if (!dt_terminal_open())
		return dt_fail_text("--top needs a terminal as standard output");
	if (!dt_divert_open())
		return dt_fail_text("failed to create a file in /tmp: %s", strerror(errno));
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	signals = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
	return signals < 0 ? dt_fail_text("failed to watch signals: %s", strerror(errno))
			   : E_SUCCESS;
}

// ---- the display

static void count_drops(struct top *t)
{
	struct dtrace_drop drop = {.size = sizeof(drop)};

	t->picture.drops = 0;
	for (size_t i = 0; dtrace_drops(t->cli->d, i, &drop); i++)
		t->picture.drops += drop.count;
}

/** Scrolls to the row, or the nearest one with as many rows below it as the window has. */
static void scroll_to(struct top *t, int64_t row)
{
	int64_t last = (int64_t)t->view.n_rows - (int64_t)dt_picture_rows(&t->picture);

	row = row > last ? last : row;
	t->picture.first = row < 0 ? 0 : (size_t)row;
}

static void draw(struct top *t)
{
	struct dt_picture *p = &t->picture;
	struct dt_str text = {0};

	dt_terminal_size(&p->height, &p->width);
	scroll_to(t, (int64_t)p->first);
	p->now = time(NULL);
	p->seconds = (unsigned)((dt_now() - t->begin) / (1000 * MS));
	count_drops(t);
	dt_picture_draw(p, &text);
	dt_terminal_show(text.data, text.len);
}

static void keep_error(struct top *t, struct dtrace_error *err)
{
	if (t->error)
		dtrace_error_free(err);
	else
		t->error = err;
	t->ends |= t->error != NULL;
}

/** Copies the aggregation if it is time, and draws. */
static void refresh(struct top *t)
{
	uint64_t interval = (uint64_t)dt_option(t->cli->d, "aggrate"), now = dt_now();

	if (now < t->next)
		return;
	t->next = now + (interval > INTERVAL_LEAST * MS ? interval : INTERVAL_LEAST * MS);
	if (!t->picture.is_frozen)
		keep_error(t, dt_view_read(&t->view));
	draw(t);
}

static void enter(struct top *t)
{
	dt_divert_begin();
	dt_terminal_enter();
	t->next = 0;
}

static void leave(void)
{
	dt_terminal_leave();
	dt_divert_end();
	dt_divert_print();
}

/** Stops as other programs do at ^Z. In an orphaned process group, where no shell could continue
 * us, the kernel ignores this. */
static void stop(struct top *t)
{
	sigset_t set;

	leave();
	sigemptyset(&set);
	sigaddset(&set, SIGTSTP);
	raise(SIGTSTP);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	enter(t);
}

static void take_signals(struct top *t)
{
	struct signalfd_siginfo info;

	while (read(signals, &info, sizeof(info)) == sizeof(info)) {
		if (info.ssi_signo == SIGTSTP)
			stop(t);
		if (info.ssi_signo == SIGCONT) { // another program may have used the terminal
			dt_terminal_leave();
			dt_terminal_enter();
		}
		draw(t);
	}
}

// ---- commands

static void show_page(struct top *t, size_t page)
{
	t->view.page = page;
	t->picture.first = 0;
	t->picture.is_frozen = false;
	keep_error(t, dt_view_read(&t->view));
	if (!dt_view_has(&t->view, t->view.sort))
		t->view.sort = DT_COLUMN_VALUE;
}

static void sort_by(struct top *t, int step)
{
	struct dt_view *v = &t->view;

	do
		v->sort = (v->sort + (unsigned)(DT_COLUMNS + step)) % DT_COLUMNS;
	while (!dt_view_has(v, v->sort));
	v->ascending = v->sort == DT_COLUMN_KEY;
}

/** Takes a key of the filter's text. */
static void type_filter(struct top *t, int key)
{
	char *filter = t->view.filter;
	size_t len = strlen(filter);

	if (key == DT_KEY_ESCAPE)
		len = 0;
	if (key == DT_KEY_ESCAPE || key == '\n' || key == '\r')
		t->picture.types_filter = false;
	else if (key == DT_KEY_ERASE)
		while (len && (filter[--len] & 0xc0) == 0x80) // a character of UTF-8
			;
	else if (key >= ' ' && key < 256 && len + 1 < sizeof(t->view.filter))
		filter[len++] = (char)key;
	filter[len] = '\0';
}

static void move(struct top *t, int key)
{
	int64_t page = (int64_t)dt_picture_rows(&t->picture), first = (int64_t)t->picture.first;

	scroll_to(t, key == DT_KEY_UP	       ? first - 1
		     : key == DT_KEY_DOWN      ? first + 1
		     : key == DT_KEY_PAGE_UP   ? first - page
		     : key == DT_KEY_PAGE_DOWN ? first + page
		     : key == DT_KEY_END       ? (int64_t)t->view.n_rows
					       : 0);
}

static void command(struct top *t, int key)
{
	struct dt_view *v = &t->view;
	struct dt_picture *p = &t->picture;

	p->shows_help = key == '?' && !p->shows_help;
	switch (key) {
	case '\t':
		show_page(t, (v->page + 1) % v->n_pages);
		break;
	case DT_KEY_BACK_TAB:
		show_page(t, (v->page + v->n_pages - 1) % v->n_pages);
		break;
	case DT_KEY_LEFT:
	case DT_KEY_RIGHT:
		sort_by(t, key == DT_KEY_LEFT ? -1 : 1);
		break;
	case 'r':
		v->ascending = !v->ascending;
		break;
	case 'f':
	case ' ':
		p->is_frozen = !p->is_frozen;
		break;
	case '/':
		p->types_filter = true;
		v->filter[0] = '\0';
		break;
	case DT_KEY_ESCAPE:
		v->filter[0] = '\0';
		break;
	case 'c':
		p->is_frozen = false;
		keep_error(t, dt_view_clear(v));
		break;
	case 'q':
		t->ends = true;
		break;
	default:
		if (key >= DT_KEY_UP && key <= DT_KEY_PAGE_DOWN)
			move(t, key);
	}
}

static void take_keys(struct top *t)
{
	char bytes[256];
	ssize_t n = read(dt_terminal_fd(), bytes, sizeof(bytes));
	int key;

	if (n <= 0) { // the terminal has gone
		t->ends |= n == 0 || (errno != EAGAIN && errno != EINTR);
		return;
	}
	for (size_t at = 0; at < (size_t)n && !t->ends;) {
		at += dt_key_read(bytes + at, (size_t)n - at, &key);
		if (t->picture.types_filter)
			type_filter(t, key);
		else
			command(t, key);
	}
	dt_view_arrange(&t->view);
	draw(t);
}

// ---- messages

static void keep_message(void *arg, const char *text)
{
	struct top *t = arg;

	if (!t->holds_messages)
		dt_cli_message(t->cli, "%s", text);
	else if (t->n_messages++ < MESSAGES)
		t->picture.message = t->messages[t->n_messages - 1] = dt_strdup(text);
}

static void print_messages(struct top *t)
{
	for (size_t i = 0; i < t->n_messages && i < MESSAGES; i++) {
		dt_cli_message(t->cli, "%s", t->messages[i]);
		free(t->messages[i]);
	}
	if (t->n_messages > MESSAGES)
		dt_cli_message(t->cli, "%zu more messages", t->n_messages - MESSAGES);
}

// ---- tracing

static enum dtrace_work trace(struct top *t, struct dtrace_error **err)
{
	struct dtrace *d = t->cli->d;
	enum dtrace_work work = DTRACE_WORK_OKAY;

	while (work == DTRACE_WORK_OKAY && !t->ends && !dt_signals_received()) {
		refresh(t);
		short writes = dt_terminal_flush() ? 0 : POLLOUT;
		struct pollfd fds[] = {
		    {dtrace_fd(d), POLLIN, 0},
		    {signals, POLLIN, 0},
		    {dt_terminal_fd(), (short)(POLLIN | writes), 0},
		};
		uint64_t now = dt_now();

		poll(fds, 3, now < t->next ? (int)((t->next - now) / MS) + 1 : 0);
		if (fds[1].revents)
			take_signals(t);
		if (fds[2].revents & ~POLLOUT)
			take_keys(t);
		if (fds[0].revents)
			work = dtrace_work_now(d, err);
		dt_metrics_export(t->cli);
	}
	return work;
}

enum dtrace_work dt_top_trace(struct dt_cli *c, struct dtrace_error **err)
{
	struct top t = {.cli = c, .begin = dt_now(), .holds_messages = isatty(STDERR_FILENO)};
	struct dt_progress progress = c->progress;
	enum dtrace_work work;

	dt_view_init(&t.view, c->d);
	t.picture.view = &t.view;
	dtrace_set_message_handler(c->d, keep_message, &t);
	c->progress.is_terminal = false;
	enter(&t);
	work = trace(&t, err);
	leave();
	c->progress = progress;
	dtrace_set_message_handler(c->d, dt_cli_print, c);
	print_messages(&t);
	dt_view_deinit(&t.view);
	if (work != DTRACE_WORK_ERROR && t.error) {
		*err = t.error;
		return DTRACE_WORK_ERROR;
	}
	dtrace_error_free(t.error);
	return work;
}
