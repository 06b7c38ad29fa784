/* SPDX-License-Identifier: BSD-2-Clause */
/**
 * Memory: an arena for everything that lives as long as one compilation, checked heap allocation
 * for the rest, and the cleanup attribute.
 *
 * Running out of memory is not an error to handle: every allocator here returns memory or ends the
 * process with one line on stderr; the kernel then releases all objects of the tracer. A program
 * that embeds the library may install a handler.
 */
#ifndef DT_BASE_MEM_H
#define DT_BASE_MEM_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define dt_must_use	     __attribute__((warn_unused_result))
#define dt_unused	     __attribute__((unused))
#define dt_printf_like(f, a) __attribute__((format(printf, f, a)))
#define dt_array_len(a)	     (sizeof(a) / sizeof((a)[0]))

/** Calls `fn(&variable)` when the variable goes out of scope. */
#define dt_cleanup(fn) __attribute__((cleanup(fn)))

/** Sets the handler of failed allocations, for all threads. If it returns true, the allocation is
 *  tried again; if false, the process ends silently. NULL: print the line and end. */
void dt_memory_handler(bool (*fn)(void *arg, size_t size), void *arg);

/** Heap memory, to be freed with free(). Never NULL; dt_zalloc() zeroes it. */
void *dt_malloc(size_t size);
void *dt_zalloc(size_t size);
void *dt_realloc(void *p, size_t size);
char *dt_strdup(const char *s);
/** Returns a formatted string on the heap, which the caller frees. */
char *dt_asprintf(const char *fmt, ...) dt_printf_like(1, 2);
char *dt_vasprintf(const char *fmt, va_list ap) dt_printf_like(1, 0);

/** Cleanup handler: `dt_cleanup(dt_free_p) char *s = …;` */
void dt_free_p(void *pp);
void dt_close_p(int *fd);

/** An arena, whose allocations are freed together. */
struct dt_arena;

struct dt_arena *dt_arena_create(void);
void dt_arena_destroy(struct dt_arena *a);
void dt_arena_destroy_p(struct dt_arena **a);

/** Returns `size` zeroed bytes, aligned to 16. */
void *dt_arena_alloc(struct dt_arena *a, size_t size);
/** Returns a NUL-terminated copy of `len` bytes of `s`. */
char *dt_arena_strndup(struct dt_arena *a, const char *s, size_t len);
char *dt_arena_strdup(struct dt_arena *a, const char *s);
char *dt_arena_printf(struct dt_arena *a, const char *fmt, ...) dt_printf_like(2, 3);

#define dt_arena_new(a, type)	   ((type *)dt_arena_alloc((a), sizeof(type)))
#define dt_arena_array(a, type, n) ((type *)dt_arena_alloc((a), sizeof(type) * (n)))

/**
 * Interned strings. Equal texts have the same pointer, so that names are compared by pointer. The
 * table and its strings live in the arena.
 */
struct dt_intern;
struct dt_intern *dt_intern_create(struct dt_arena *a);
const char *dt_intern_n(struct dt_intern *t, const char *s, size_t len);
const char *dt_intern(struct dt_intern *t, const char *s);
/** Returns the number of the string, counted from 1 in the order of first use. */
uint32_t dt_intern_number(struct dt_intern *t, const char *s);

#endif
