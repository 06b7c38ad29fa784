/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libdebuginfod is loaded on demand, because it brings in an HTTP client. It calls back while it
 * waits for a server; the callback cancels requests that take too long.
 */
#include "symbols/debug/fetch.h"

#include "base/map.h"
#include "base/time.h"
#include "base/vec.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char library_name[] = "libdebuginfod.so.1";

typedef int progress_fn(void *client, long a, long b);

/** The functions of libdebuginfod. */
struct library {
	void *handle;
	void *(*begin)(void);
	void (*end)(void *client);
	int (*find)(void *client, const unsigned char *id, int n, char **path);
	void (*set_progress)(void *client, progress_fn *fn);
};

struct request {
	uint8_t *id;
	size_t n;
	enum dt_fetched state; // protected by `lock`
	char *path;	       // if DONE
};

struct dt_fetcher {
	struct library library;
	uint64_t limit;
	uint64_t waited;  // ns that callers have waited in total
	uint64_t started; // start of the current request; used by the thread only
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	struct dt_map by_id;		// struct request
	dt_vec(struct request *) queue; // all requests
	size_t n_begun;			// number of requests that were started
	bool has_thread, is_ending;
};

static bool is_waiting_over(struct dt_fetcher *f)
{
	return __atomic_load_n(&f->is_ending, __ATOMIC_RELAXED) || dt_now() - f->started > f->limit;
}

// The library's callback gets no argument of ours. Each thread serves one fetcher.
static __thread struct dt_fetcher *served;

/** The library's callback. A result other than 0 cancels the request. */
static int check_progress(void *client, long a, long b)
{
	return is_waiting_over(served);
}

static void serve_request(struct dt_fetcher *f, struct request *r)
{
	void *client = f->library.begin();
	char *path = NULL;
	int fd = -1;

	f->started = dt_now();
	if (client) {
		f->library.set_progress(client, check_progress);
		fd = f->library.find(client, r->id, (int)r->n, &path);
		f->library.end(client);
	}
	if (fd >= 0)
		close(fd);
	pthread_mutex_lock(&f->lock);
	r->path = path;
	r->state = fd >= 0 ? DT_FETCH_DONE : DT_FETCH_NONE;
	pthread_cond_broadcast(&f->changed);
	pthread_mutex_unlock(&f->lock);
}

static void *serve_all(void *arg)
{
	struct dt_fetcher *f = served = arg;
	sigset_t all;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, NULL);
	pthread_mutex_lock(&f->lock);
	while (!f->is_ending) {
		struct request *r = NULL;

		if (f->n_begun < f->queue.len)
			r = f->queue.data[f->n_begun++];
		else
			pthread_cond_wait(&f->changed, &f->lock);
		if (!r)
			continue;
		pthread_mutex_unlock(&f->lock);
		serve_request(f, r);
		pthread_mutex_lock(&f->lock);
	}
	pthread_mutex_unlock(&f->lock);
	return NULL;
}

static bool load_library(struct library *l)
{
	const struct {
		const char *name;
		void *at;
	} functions[] = {
	    {"debuginfod_begin", &l->begin},
	    {"debuginfod_end", &l->end},
	    {"debuginfod_find_debuginfo", &l->find},
	    {"debuginfod_set_progressfn", &l->set_progress},
	};

	l->handle = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
	if (!l->handle)
		return false;
	for (size_t i = 0; i < dt_array_len(functions); i++) {
		void *function = dlsym(l->handle, functions[i].name);

		if (!function)
			return false;
		memcpy(functions[i].at, &function, sizeof(function));
	}
	return true;
}

struct dt_error *dt_fetcher_create(uint64_t limit, struct dt_fetcher **ret)
{
	const char *urls = getenv("DEBUGINFOD_URLS");
	struct library library = {0};

	if (!urls || !*urls)
		return dt_error_new(DT_ERR_USAGE, "debuginfod: DEBUGINFOD_URLS names no server");
	if (!load_library(&library)) {
		if (library.handle)
			dlclose(library.handle);
		return dt_error_new(DT_ERR_USAGE, "debuginfod: %s is not installed", library_name);
	}
	*ret = dt_zalloc(sizeof(**ret));
	(*ret)->library = library;
	(*ret)->limit = limit;
	pthread_mutex_init(&(*ret)->lock, NULL);
	pthread_cond_init(&(*ret)->changed, NULL);
	return NULL;
}

void dt_fetcher_destroy(struct dt_fetcher *f)
{
	if (!f)
		return;
	pthread_mutex_lock(&f->lock);
	f->is_ending = true;
	pthread_cond_broadcast(&f->changed);
	pthread_mutex_unlock(&f->lock);
	if (f->has_thread)
		pthread_join(f->thread, NULL);
	dt_vec_foreach (&f->queue, r) {
		free((*r)->id);
		free((*r)->path);
		free(*r);
	}
	dt_vec_deinit(&f->queue);
	dt_map_deinit(&f->by_id);
	pthread_cond_destroy(&f->changed);
	pthread_mutex_destroy(&f->lock);
	dlclose(f->library.handle);
	free(f);
}

/** Returns the request for an id. The caller holds the lock. */
static struct request *find_request(struct dt_fetcher *f, const uint8_t *id, size_t n)
{
	struct request *r = dt_map_get(&f->by_id, id, n);

	if (r)
		return r;
	r = dt_zalloc(sizeof(*r));
	r->id = dt_malloc(n);
	memcpy(r->id, id, n);
	r->n = n;
	dt_map_put(&f->by_id, id, n, r);
	dt_vec_push(&f->queue, r);
	if (!f->has_thread)
		f->has_thread = !pthread_create(&f->thread, NULL, serve_all, f);
	if (!f->has_thread)
		r->state = DT_FETCH_NONE;
	pthread_cond_broadcast(&f->changed);
	return r;
}

/** Waits until the request is served or the total waiting time is used up. The caller holds the
 * lock. */
static void await_request(struct dt_fetcher *f, const struct request *r)
{
	uint64_t begin = dt_now();
	struct timespec until;

	while (r->state == DT_FETCH_PENDING && f->waited + dt_now() - begin < f->limit) {
		uint64_t left = f->limit - f->waited - (dt_now() - begin), at;

		clock_gettime(CLOCK_REALTIME, &until);
		at = (uint64_t)until.tv_nsec + left;
		until.tv_sec += (time_t)(at / 1000000000);
		until.tv_nsec = (long)(at % 1000000000);
		pthread_cond_timedwait(&f->changed, &f->lock, &until);
	}
	f->waited += dt_now() - begin;
}

enum dt_fetched dt_fetcher_get(struct dt_fetcher *f, const uint8_t *id, size_t n, bool waits,
			       const char **path)
{
	enum dt_fetched state;
	struct request *r;

	pthread_mutex_lock(&f->lock);
	r = find_request(f, id, n);
	if (waits)
		await_request(f, r);
	state = r->state;
	*path = r->path;
	pthread_mutex_unlock(&f->lock);
	return state;
}
