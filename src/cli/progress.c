/* SPDX-License-Identifier: BSD-2-Clause */
#include "cli/progress.h"

#include "base/time.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const uint64_t DELAY = 500000000; // ns before progress is shown

void dt_progress_init(struct dt_progress *p)
{
	*p = (struct dt_progress){.is_terminal = isatty(STDERR_FILENO)};
}

void dt_progress_clear(struct dt_progress *p)
{
	if (p->is_shown)
		fputs("\r\033[K", stderr);
	p->is_shown = false;
}

void dt_progress_show(void *self, const char *what, size_t places, size_t all)
{
	struct dt_progress *p = self;
	uint64_t now;

	if (!p->is_terminal)
		return;
	now = dt_now();
	if (!p->what || strcmp(p->what, what) != 0) {
		p->what = what;
		p->begin = now;
	}
	if (places >= all) {
		dt_progress_clear(p);
		p->what = NULL;
	} else if (now - p->begin > DELAY) {
		fprintf(stderr, "\r\033[Kdtrace: %zu of %zu places %s", places, all, what);
		p->is_shown = true;
	}
}
