/* SPDX-License-Identifier: BSD-2-Clause */
#include "keeper/protocol.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

struct closing {
	const int *fds;
	size_t n;
	atomic_size_t next;
	void (*closed)(void *self);
	void *self;
};

static void *close_some(void *arg)
{
	struct closing *c = arg;
	size_t i;

	while ((i = atomic_fetch_add(&c->next, 1)) < c->n) {
		close(c->fds[i]);
		if (c->closed)
			c->closed(c->self);
	}
	return NULL;
}

void dt_keeper_close_all(const int *fds, size_t n, size_t at_once, void (*closed)(void *self),
			 void *self)
{
	struct closing c = {.fds = fds, .n = n, .closed = closed, .self = self};
	pthread_t threads[DT_KEEPER_CLOSERS - 1];
	size_t started = 0;

	while (started + 1 < at_once && started + 1 < n &&
	       !pthread_create(&threads[started], NULL, close_some, &c))
		started++;
	close_some(&c);
	while (started)
		pthread_join(threads[--started], NULL);
}
