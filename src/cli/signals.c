/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A separate thread waits for the signals and acts whatever the other threads do. A thread that
 * reads from a file system which does not respond runs no signal handler, but can be killed with
 * the process.
 *
 * Before tracing begins, no data can be lost. A signal then ends the process as usual, even if it
 * was ignored, as in the background of a shell script.
 *
 * On the second signal, another thread writes the output printed so far and reports the loss of the
 * rest. It has half a second, because it blocks if no process reads our output.
 */
#include "cli/signals.h"

#include "base/time.h"
#include "cli/message.h"
#include "cli/top/divert.h"
#include "cli/top/terminal.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

static const uint64_t ECHO = 30000000; // ns
enum { SALVAGE_MS = 500 };

static volatile sig_atomic_t received, traces;

static struct {
	struct dtrace *session;
	struct dt_progress *progress;
} watched;

bool dt_signals_received(void)
{
	return received;
}

/** Returns the signals that ask the process to end. */
static sigset_t ending_signals(void)
{
	struct sigaction hup;
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	if (!sigaction(SIGHUP, NULL, &hup) && hup.sa_handler != SIG_IGN) // nohup(1) ignores it
		sigaddset(&set, SIGHUP);
	return set;
}

static void *salvage_output(void *unused)
{
	dtrace_salvage(watched.session);
	dt_divert_end();
	dt_divert_print();
	dt_progress_clear(watched.progress);
	dt_fail_text("ended at once: unprinted output is lost");
	return NULL;
}

/** Ends the process without detaching; the kernel detaches its probes. */
static void end_at_once(void)
{
	struct timespec limit;
	pthread_t thread;

	dt_terminal_leave();
	clock_gettime(CLOCK_REALTIME, &limit);
	limit.tv_nsec += SALVAGE_MS * 1000000;
	limit.tv_sec += limit.tv_nsec / 1000000000;
	limit.tv_nsec %= 1000000000;
	if (!pthread_create(&thread, NULL, salvage_output, NULL))
		pthread_timedjoin_np(thread, NULL, &limit);
	_exit(E_SUCCESS);
}

static void end_by(int sig)
{
	sigset_t set;

	signal(sig, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, sig);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	raise(sig);
}

static void *wait_for_signals(void *unused)
{
	sigset_t set = ending_signals();
	uint64_t first = 0;
	int sig;

	while (!sigwait(&set, &sig)) {
		if (!traces) {
			end_by(sig);
		} else if (!received) {
			received = 1;
			first = dt_now();
			dtrace_interrupt(watched.session);
		} else if (dt_now() - first >= ECHO) {
			// timeout(1) signals both us and our process group; that counts once.
			end_at_once();
		}
	}
	return NULL;
}

bool dt_signals_catch(struct dtrace *d, struct dt_progress *p)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN};
	static bool is_done;
	sigset_t set = ending_signals();
	pthread_t thread;

	if (is_done)
		return true;
	is_done = true;
	watched.session = d;
	watched.progress = p;
	sigaction(SIGPIPE, &ignore, NULL); // a write fails if the reader has gone
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	errno = pthread_create(&thread, NULL, wait_for_signals, NULL);
	if (errno)
		return false;
	pthread_detach(thread);
	return true;
}

void dt_signals_trace(void)
{
	traces = 1;
}
