/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Opens and closes a session, and sets its outputs, handlers and macro arguments.
 */
#include "session/session.h"

#include "base/time.h"
#include "session/layers.h"
#include "base/host/ask.h"
#include "symbols/process/proc.h"

#include <string.h>

static void say(void *self, const char *text)
{
	dt_session_message(self, "%s", text);
}

static void tell_progress(void *self, const char *what, size_t places, size_t all)
{
	const struct dtrace *d = self;

	if (d->progress)
		d->progress(d->progress_arg, what, places, all);
}

static void tell_silent(void *self, pid_t pid)
{
	FILE *f = dt_proc_file(pid, "comm");
	char name[64] = "";

	if (f && fgets(name, sizeof(name), f))
		name[strcspn(name, "\n")] = '\0';
	if (f)
		fclose(f);
	dt_session_message(self, "process %d (%s) keeps its mappings locked: it is left out",
			   (int)pid, name);
}

struct dt_error *dtrace_open(struct dtrace **ret)
{
	struct dtrace *d = dt_zalloc(sizeof(*d));

	dt_options_init(&d->options);
	d->maps.btf_fd = -1;
	d->wake_fd = d->interrupt_fd = -1;
	d->links.stop = &d->interrupted;
	d->links.say = say;
	d->links.progress = tell_progress;
	d->links.self = d;
	d->out = stdout;
	d->executor = &dt_bpf_executor;
	d->uses_offsets = true;
	d->opened = dt_now();
	dt_session_compile_init(d);
	dt_layers_watch();
	dt_ask_set_listener(tell_silent, d);
	*ret = d;
	return NULL;
}

void dtrace_close(struct dtrace *d)
{
	if (!d)
		return;
	dt_ask_set_listener(NULL, NULL);
	dt_session_gate_open(d);
	dt_links_deinit(&d->links);
	dt_session_targets_deinit(d);
	dt_session_unwinding_deinit(d);
	dt_consumer_destroy(d->consumer);
	dt_session_wait_deinit(d);
	dt_session_gate_deinit(d);
	dt_session_feed_deinit(d);
	dt_session_hotplug_deinit(d);
	dt_session_generate_deinit(d);
	dt_maps_deinit(&d->maps);
	dt_session_compile_deinit(d);
	dt_options_deinit(&d->options);
	for (size_t i = 0; i < d->details.len; i++)
		free(d->details.data[i]);
	dt_vec_deinit(&d->details);
	for (size_t i = 0; i < d->argc; i++)
		free(d->argv[i]);
	free(d->argv);
	free(d);
}

void dtrace_set_output(struct dtrace *d, FILE *out)
{
	d->out = out;
}

void dtrace_set_verbose(struct dtrace *d)
{
	d->verbose = true;
	for (size_t i = 0; i < d->details.len; i++)
		dt_session_message(d, "%s", d->details.data[i]);
}

void dtrace_set_listing(struct dtrace *d, FILE *out)
{
	d->listing = out;
}

void dtrace_set_message_handler(struct dtrace *d, void (*fn)(void *arg, const char *text),
				void *arg)
{
	d->message = fn;
	d->message_arg = arg;
}

void dtrace_set_progress_handler(struct dtrace *d,
				 void (*fn)(void *arg, const char *what, size_t places, size_t all),
				 void *arg)
{
	d->progress = fn;
	d->progress_arg = arg;
}

void dtrace_set_args(struct dtrace *d, const char *const *argv, size_t argc)
{
	d->argv = dt_zalloc((argc + 1) * sizeof(*d->argv));
	d->argc = argc;
	for (size_t i = 0; i < argc; i++)
		d->argv[i] = dt_strdup(argv[i]);
}
