/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A thread of its own waits for the signals and acts whatever the other threads do: one that reads
 * from a file system which does not answer runs no signal handler, but can be killed with the
 * process.
 *
 * Before tracing begins there is nothing to lose: a signal ends the process as it would any other,
 * also if it was to be ignored, as in the background of a shell's script.
 *
 * On the second signal another thread writes what has been printed so far, and says so. It has half
 * a second, because it hangs if nobody reads our output.
 */
#include "cli/signals.h"

#include "cli/message.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

enum { ECHO_MS = 30, SALVAGE_MS = 500 };

static volatile sig_atomic_t came, traces;

static struct {
	struct dtrace *session;
	struct dt_progress *progress;
} watched;

bool dt_signals_came(void)
{
	return came;
}

static int64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/** Those that the process is asked to end by. */
static sigset_t endings(void)
{
	struct sigaction hup;
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	if (!sigaction(SIGHUP, NULL, &hup) &&
	    hup.sa_handler != SIG_IGN) // nohup(1) wants it ignored
		sigaddset(&set, SIGHUP);
	return set;
}

static void *salvage(void *unused)
{
	dtrace_salvage(watched.session);
	dt_progress_clear(watched.progress);
	dt_fail_text("ended at once: what had not been printed is lost");
	return NULL;
}

/** The kernel takes back what is its own. */
static void end_at_once(void)
{
	struct timespec limit;
	pthread_t thread;

	clock_gettime(CLOCK_REALTIME, &limit);
	limit.tv_nsec += SALVAGE_MS * 1000000;
	limit.tv_sec += limit.tv_nsec / 1000000000;
	limit.tv_nsec %= 1000000000;
	if (!pthread_create(&thread, NULL, salvage, NULL))
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
	sigset_t set = endings();
	int64_t first = 0;
	int sig;

	while (!sigwait(&set, &sig)) {
		if (!traces) {
			end_by(sig);
		} else if (!came) {
			came = 1;
			first = now_ms();
			dtrace_interrupt(watched.session);
		} else if (now_ms() - first >= ECHO_MS) {
			// timeout(1) sends its signal to us and to our process group: that is one.
			end_at_once();
		}
	}
	return NULL;
}

bool dt_signals_catch(struct dtrace *d, struct dt_progress *p)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN};
	static bool is_done;
	sigset_t set = endings();
	pthread_t thread;

	if (is_done)
		return true;
	is_done = true;
	watched.session = d;
	watched.progress = p;
	sigaction(SIGPIPE, &ignore, NULL); // a reader that has gone shows as a failed write
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
