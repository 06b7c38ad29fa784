/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Heap wrappers that cannot fail, and the arena.
 *
 * An arena is a list of zeroed chunks, the newest first. An allocation uses the next bytes of the
 * newest chunk; a large one gets a separate chunk. dt_arena_destroy() frees everything at once.
 * Builds with AddressSanitizer poison unallocated bytes and leave a gap after every allocation, so
 * that overflows inside the arena are detected, too.
 */
#include "base/mem.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
static const size_t redzone = 16;
#else
#define ASAN_POISON_MEMORY_REGION(p, n)	  ((void)(p), (void)(n))
#define ASAN_UNPOISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
static const size_t redzone = 0;
#endif

enum {
	ARENA_ALIGN = 16,
	ARENA_CHUNK = 64 * 1024 - 64, // slightly less than a power of two, for malloc's header
};

struct chunk {
	struct chunk *next;
	size_t size, used; // of data
	_Alignas(ARENA_ALIGN) unsigned char data[];
};

struct dt_arena {
	struct chunk *chunks;
};

/** Handler of dtrace_set_memory_handler(). */
struct exhaustion {
	bool (*handler)(void *arg, size_t size);
	void *arg;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // protects `exhaustion`
static struct exhaustion exhaustion;

void dt_memory_handler(bool (*fn)(void *arg, size_t size), void *arg)
{
	pthread_mutex_lock(&lock);
	exhaustion = (struct exhaustion){fn, arg};
	pthread_mutex_unlock(&lock);
}

/** Prints a line and ends the process, which no other function of the library does: no memory is
 *  left to report an error. Returns only if the handler wants the allocation tried again. */
static void handle_exhaustion(size_t size)
{
	static const char line[] = "dtrace: out of memory\n";
	struct exhaustion now;

	pthread_mutex_lock(&lock);
	now = exhaustion;
	pthread_mutex_unlock(&lock);
	if (now.handler && now.handler(now.arg, size))
		return;
	if (!now.handler && write(STDERR_FILENO, line, sizeof(line) - 1) < 0)
		abort();
	abort();
}

void *dt_malloc(size_t size)
{
	void *p;

	while (!(p = malloc(size ? size : 1)))
		handle_exhaustion(size);
	return p;
}

void *dt_zalloc(size_t size)
{
	void *p;

	while (!(p = calloc(1, size ? size : 1)))
		handle_exhaustion(size);
	return p;
}

void *dt_realloc(void *p, size_t size)
{
	void *larger;

	while (!(larger = realloc(p, size ? size : 1)))
		handle_exhaustion(size);
	return larger;
}

char *dt_strdup(const char *s)
{
	size_t size = strlen(s) + 1;

	return memcpy(dt_malloc(size), s, size);
}

char *dt_vasprintf(const char *fmt, va_list ap)
{
	va_list again;
	char *s;
	int n;

	for (;;) {
		va_copy(again, ap);
		n = vasprintf(&s, fmt, again);
		va_end(again);
		if (n >= 0)
			return s;
		handle_exhaustion(0);
	}
}

char *dt_asprintf(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	char *s = dt_vasprintf(fmt, ap);
	va_end(ap);
	return s;
}

void dt_free_p(void *pp)
{
	free(*(void **)pp);
}

void dt_close_p(int *fd)
{
	int saved = errno;

	if (*fd >= 0)
		close(*fd);
	errno = saved;
}

struct dt_arena *dt_arena_create(void)
{
	return dt_zalloc(sizeof(struct dt_arena));
}

void dt_arena_destroy(struct dt_arena *a)
{
	if (!a)
		return;
	for (struct chunk *c = a->chunks, *next; c; c = next) {
		next = c->next;
		ASAN_UNPOISON_MEMORY_REGION(c->data, c->size);
		free(c);
	}
	free(a);
}

void dt_arena_destroy_p(struct dt_arena **a)
{
	dt_arena_destroy(*a);
}

static struct chunk *chunk_create(size_t size)
{
	struct chunk *c = dt_zalloc(sizeof(*c) + size);

	c->size = size;
	ASAN_POISON_MEMORY_REGION(c->data, size);
	return c;
}

static void *chunk_take(struct chunk *c, size_t rounded, size_t size)
{
	void *p = c->data + c->used;

	c->used += rounded;
	ASAN_UNPOISON_MEMORY_REGION(p, size);
	return p;
}

void *dt_arena_alloc(struct dt_arena *a, size_t size)
{
	size_t rounded;

	while (__builtin_add_overflow(size, ARENA_ALIGN - 1 + redzone, &rounded) ||
	       rounded > SIZE_MAX / 2)
		handle_exhaustion(size);
	rounded &= ~(size_t)(ARENA_ALIGN - 1);

	if (!a->chunks || a->chunks->size - a->chunks->used < rounded) {
		// Insert a large one behind the newest chunk, whose remaining bytes stay usable.
		bool large = rounded > ARENA_CHUNK / 4;
		struct chunk *c = chunk_create(large ? rounded : ARENA_CHUNK);
		struct chunk **at = large && a->chunks ? &a->chunks->next : &a->chunks;

		c->next = *at;
		*at = c;
		return chunk_take(c, rounded, size);
	}
	return chunk_take(a->chunks, rounded, size);
}

char *dt_arena_strndup(struct dt_arena *a, const char *s, size_t len)
{
	char *copy = dt_arena_alloc(a, len + 1);

	if (len)
		memcpy(copy, s, len);
	return copy;
}

char *dt_arena_strdup(struct dt_arena *a, const char *s)
{
	return dt_arena_strndup(a, s, strlen(s));
}

char *dt_arena_printf(struct dt_arena *a, const char *fmt, ...)
{
	va_list ap, again;

	va_start(ap, fmt);
	va_copy(again, ap);
	int len = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	while (len < 0)
		handle_exhaustion(0);
	char *s = dt_arena_alloc(a, (size_t)len + 1);
	vsnprintf(s, (size_t)len + 1, fmt, again);
	va_end(again);
	return s;
}
