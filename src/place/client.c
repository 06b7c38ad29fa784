/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The tracer's side: each function sends a request and waits for the answer. If the placer has
 * gone, every request fails. Placed code then continues to run in the targets, until the next
 * dtrace removes it.
 */
#include "place/place.h"

#include "base/host/install.h"
#include "base/read/stream.h"
#include "place/protocol.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MESSAGE_MAX = 4096 };

struct dt_placer {
	pid_t pid;
	int stream;
};

struct dt_error *dt_placer_create(struct dt_placer **ret)
{
	dt_cleanup(dt_free_p) char *path = dt_installed(DT_INSTALLED_PLACER);
	struct dt_placer p;
	int failed;

	*ret = NULL;
	failed = dt_stream_spawn(path, DT_PLACER_NAME, environ, &p.pid, &p.stream);
	if (failed)
		return dt_error_os(failed, "failed to start %s", path);
	*ret = dt_malloc(sizeof(p));
	**ret = p;
	return NULL;
}

int dt_placer_fd(const struct dt_placer *p)
{
	return p->stream;
}

bool dt_placer_has_ended(const struct dt_placer *p)
{
	struct pollfd stream = {.fd = p->stream};

	return poll(&stream, 1, 0) > 0 && stream.revents;
}

pid_t dt_placer_pid(const struct dt_placer *p)
{
	return p->pid;
}

/** Lets a stopped placer continue: a shell's ^Z stops the placer, too, and `kill -CONT` of dtrace
 *  does not continue it. */
static void wake(const struct dt_placer *p)
{
	kill(p->pid, SIGCONT); // a child that has not been waited for
}

void dt_placer_end(struct dt_placer *p)
{
	char c;

	if (!p)
		return;
	shutdown(p->stream, SHUT_WR);
	wake(p);
	while (dt_stream_receive(p->stream, &c, 1))
		;
	close(p->stream);
	while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR)
		;
	free(p);
}

static struct dt_error *create_gone(void)
{
	return dt_error_new(DT_ERR_OTHER, "probe-placer has ended, which places code in processes");
}

/** Receives the head of an answer. Returns the placer's error, if it sent one. */
static struct dt_error *receive_reply(struct dt_placer *p)
{
	struct dt_place_reply r;
	char message[MESSAGE_MAX + 1] = {0};
	struct dt_error *err;

	if (!dt_stream_receive(p->stream, &r, sizeof(r)))
		return create_gone();
	if (!r.is_error)
		return NULL;
	if (r.size > MESSAGE_MAX || !dt_stream_receive(p->stream, message, r.size))
		return create_gone();
	err = dt_error_new((enum dt_error_code)r.code, "%s", message);
	err->os_errno = r.os_errno;
	return err;
}

/** A part of a request's data. */
struct part {
	const void *bytes;
	size_t size;
};

/** Sends a request with `n` parts. Returns false if the placer has gone. */
static bool send_request(struct dt_placer *p, const struct dt_place_request *q,
			 const struct part *parts, size_t n)
{
	bool ok;

	wake(p);
	ok = dt_stream_send(p->stream, q, sizeof(*q));
	for (size_t i = 0; ok && i < n; i++)
		ok = dt_stream_send(p->stream, parts[i].bytes, parts[i].size);
	return ok;
}

/** Receives an answer with `size` bytes. */
static struct dt_error *receive_answer(struct dt_placer *p, void *ret, size_t size)
{
	DT_TRY(receive_reply(p));
	return dt_stream_receive(p->stream, ret, size) ? NULL : create_gone();
}

/** Sends a request with `n` parts. On success, receives `size` bytes. */
static struct dt_error *call_placer(struct dt_placer *p, const struct dt_place_request *q,
				    const struct part *parts, size_t n, void *ret, size_t size)
{
	return send_request(p, q, parts, n) ? receive_answer(p, ret, size) : create_gone();
}

struct dt_error *dt_place_open(struct dt_placer *p, pid_t pid, struct dt_place_facts *ret)
{
	struct dt_place_request q = {.kind = DT_PLACE_OPEN, .pid = pid};

	return call_placer(p, &q, NULL, 0, ret, sizeof(*ret));
}

struct dt_error *dt_place_allocate(struct dt_placer *p, pid_t pid, struct dt_place_memory *memory,
				   size_t n)
{
	struct dt_place_request q = {.kind = DT_PLACE_ALLOCATE, .pid = pid, .n = n};
	struct part part = {memory, n * sizeof(*memory)};
	bool ok = send_request(p, &q, &part, 1);
	struct dt_error *err;
	char c = 0;

	for (size_t i = 0; i < n; i++)
		if (memory[i].is_given)
			ok = ok && dt_stream_send_fds(p->stream, &c, 1, &memory[i].fd, 1);
	err = ok ? receive_answer(p, memory, part.size) : create_gone();
	for (size_t i = 0; i < n; i++)
		memory[i].fd = -1;
	for (size_t i = 0; !err && i < n; i++)
		if (memory[i].shared && !memory[i].is_given &&
		    !dt_stream_receive_fds(p->stream, &c, 1, &memory[i].fd, 1))
			err = create_gone();
	for (size_t i = 0; err && i < n; i++) {
		if (memory[i].fd >= 0)
			close(memory[i].fd);
		memory[i].fd = -1;
	}
	return err;
}

struct dt_error *dt_place_write(struct dt_placer *p, pid_t pid, uint64_t at, const void *bytes,
				size_t n)
{
	struct dt_place_request q = {.kind = DT_PLACE_WRITE, .pid = pid, .at = at, .n = n};
	struct part part = {bytes, n};

	return call_placer(p, &q, &part, 1, NULL, 0);
}

struct dt_error *dt_place_patch(struct dt_placer *p, pid_t pid, struct dt_place_patch *patches,
				size_t n, const struct dt_place_moved *moved, size_t n_moved,
				const struct dt_place_code *stubs, size_t n_stubs)
{
	struct dt_place_request q = {
	    .kind = DT_PLACE_PATCH, .pid = pid, .n = n, .n_moved = n_moved, .n_stubs = n_stubs};
	struct part parts[] = {{patches, n * sizeof(*patches)},
			       {moved, n_moved * sizeof(*moved)},
			       {stubs, n_stubs * sizeof(*stubs)}};

	return call_placer(p, &q, parts, dt_array_len(parts), patches, parts[0].size);
}

struct dt_error *dt_place_forget(struct dt_placer *p, pid_t pid, const struct dt_place_code *gone,
				 size_t n)
{
	struct dt_place_request q = {.kind = DT_PLACE_FORGET, .pid = pid, .n = n};
	struct part part = {gone, n * sizeof(*gone)};

	return call_placer(p, &q, &part, 1, NULL, 0);
}

struct dt_error *dt_place_raise(struct dt_placer *p, pid_t pid, const uint64_t *counters, size_t n)
{
	struct dt_place_request q = {.kind = DT_PLACE_RAISE, .pid = pid, .n = n};
	struct part part = {counters, n * sizeof(*counters)};

	return call_placer(p, &q, &part, 1, NULL, 0);
}

struct dt_error *dt_place_remove(struct dt_placer *p, pid_t pid)
{
	struct dt_place_request q = {.kind = DT_PLACE_REMOVE, .pid = pid};

	return call_placer(p, &q, NULL, 0, NULL, 0);
}

struct dt_error *dt_place_note(struct dt_placer *p, pid_t pid, size_t n)
{
	struct dt_place_request q = {.kind = DT_PLACE_NOTE, .pid = pid, .n = n};

	return call_placer(p, &q, NULL, 0, NULL, 0);
}

struct dt_error *dt_place_clean(struct dt_placer *p, pid_t pid, struct dt_place_found *ret)
{
	struct dt_place_request q = {.kind = DT_PLACE_CLEAN, .pid = pid};

	return call_placer(p, &q, NULL, 0, ret, sizeof(*ret));
}

struct dt_error *dt_place_look(struct dt_placer *p, pid_t pid, struct dt_place_found *ret)
{
	struct dt_place_request q = {.kind = DT_PLACE_LOOK, .pid = pid};

	return call_placer(p, &q, NULL, 0, ret, sizeof(*ret));
}

struct dt_error *dt_place_hold(struct dt_placer *p, pid_t pid)
{
	struct dt_place_request q = {.kind = DT_PLACE_HOLD, .pid = pid};

	return call_placer(p, &q, NULL, 0, NULL, 0);
}

struct dt_error *dt_place_release(struct dt_placer *p, pid_t pid)
{
	struct dt_place_request q = {.kind = DT_PLACE_RELEASE, .pid = pid};

	return call_placer(p, &q, NULL, 0, NULL, 0);
}

struct dt_error *dt_place_expect(struct dt_placer *p, pid_t tid)
{
	struct dt_place_request q = {.kind = DT_PLACE_EXPECT, .pid = tid};

	return call_placer(p, &q, NULL, 0, NULL, 0);
}

struct dt_error *dt_place_await(struct dt_placer *p, pid_t tid, enum dt_place_execution *ret,
				pid_t *pid)
{
	struct dt_place_request q = {.kind = DT_PLACE_AWAIT, .pid = tid};
	struct dt_place_awaited awaited;

	DT_TRY(call_placer(p, &q, NULL, 0, &awaited, sizeof(awaited)));
	*ret = (enum dt_place_execution)awaited.how;
	*pid = awaited.pid;
	return NULL;
}

struct dt_error *dt_place_run(struct dt_placer *p, pid_t pid, const uint64_t at[DT_PLACE_BREAKS],
			      uint64_t *reached)
{
	struct dt_place_request q = {.kind = DT_PLACE_RUN, .pid = pid};
	struct part part = {at, DT_PLACE_BREAKS * sizeof(*at)};

	return call_placer(p, &q, &part, 1, reached, sizeof(*reached));
}

struct dt_error *dt_place_let_go(struct dt_placer *p, pid_t pid)
{
	struct dt_place_request q = {.kind = DT_PLACE_LET_GO, .pid = pid};

	return call_placer(p, &q, NULL, 0, NULL, 0);
}
