/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The output buffer and its number formatting. Decimal numbers are formatted two digits at a time;
 * other formats are rare enough for libc.
 */
#include "consume/value/out.h"

#include "base/text/visible.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <unistd.h>

enum { OUT_BYTES = 256 * 1024 };

void dt_out_init(struct dt_out *o, FILE *file)
{
	*o = (struct dt_out){.file = file, .shields = dt_is_terminal(file)};
	o->terminal = o->shields ? file : NULL;
}

void dt_out_deinit(struct dt_out *o)
{
	free(o->data);
	*o = (struct dt_out){0};
}

/** Takes the lock. Only dt_out_salvage() contends for it, and it never releases it, so that no
 *  output follows. */
static void hold_lock(struct dt_out *o)
{
	while (__atomic_exchange_n(&o->is_locked, 1, __ATOMIC_ACQUIRE))
		pause();
}

static void release_lock(struct dt_out *o)
{
	__atomic_store_n(&o->is_locked, 0, __ATOMIC_RELEASE);
}

/** Writes the buffer to the file, or discards it after an error. */
static void drain_buffer(struct dt_out *o)
{
	if (o->len && !o->error) {
		errno = 0;
		if (fwrite(o->data, 1, o->len, o->file) != o->len)
			o->error = errno ? errno : EIO;
	}
	o->len = 0;
}

static void make_buffer_room(struct dt_out *o, size_t n)
{
	size_t cap = o->cap ? o->cap : o->file ? OUT_BYTES : 256;

	if (o->file)
		drain_buffer(o);
	if (o->cap - o->len >= n)
		return;
	while (cap - o->len < n)
		cap *= 2;
	o->data = dt_realloc(o->data, cap);
	o->cap = cap;
}

void dt_out_make_room(struct dt_out *o, size_t n)
{
	hold_lock(o);
	make_buffer_room(o, n);
	release_lock(o);
}

/** Returns the name of the file for a message. */
static const char *file_name(FILE *file, char *buf, size_t size)
{
	char link[32];
	int fd = fileno(file);

	if (fd >= 0) {
		snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
		ssize_t n = readlink(link, buf, size - 1);
		if (n > 0 && buf[0] == '/') {
			buf[n] = '\0';
			return buf;
		}
	}
	return fd == STDOUT_FILENO ? "standard output" : "output";
}

/** Writes the buffers of `o` and of its FILE. */
static void flush_file(struct dt_out *o)
{
	hold_lock(o);
	drain_buffer(o);
	if (!o->error && fflush(o->file) != 0)
		o->error = errno ? errno : EIO;
	release_lock(o);
}

struct dt_error *dt_out_flush(struct dt_out *o)
{
	char name[256];

	if (!o->file)
		return NULL;
	flush_file(o);
	if (!o->error || o->reported)
		return NULL;
	o->reported = true;
	return dt_error_os(o->error, "write %s", file_name(o->file, name, sizeof(name)));
}

void dt_out_salvage(struct dt_out *o)
{
	if (__atomic_exchange_n(&o->is_locked, 1, __ATOMIC_ACQUIRE))
		return; // the owner is writing: it either finishes, or the output has no reader
	drain_buffer(o);
	fflush(o->file);
}

void dt_out_redirect(struct dt_out *o, FILE *file)
{
	flush_file(o);
	o->file = file;
	o->shields = file == o->terminal || dt_is_terminal(file);
	o->colors = false;
	o->error = 0;
	o->reported = false;
}

void dt_out_fill(struct dt_out *o, char c, size_t n)
{
	while (n) {
		size_t part = n < OUT_BYTES ? n : OUT_BYTES;

		memset(dt_out_room(o, part), c, part);
		o->len += part;
		n -= part;
	}
}

void dt_out_padded(struct dt_out *o, const char *text, size_t len, size_t width, bool left)
{
	size_t pad = width > len ? width - len : 0;

	if (!left)
		dt_out_fill(o, ' ', pad);
	dt_out_bytes(o, text, len);
	if (left)
		dt_out_fill(o, ' ', pad);
}

void dt_out_shielded(struct dt_out *o, const char *text, size_t len, size_t width, bool left,
		     bool is_name)
{
	dt_cleanup(dt_str_deinit) struct dt_str shown = {0};

	dt_visible_append(&shown, text, len, is_name);
	dt_out_padded(o, dt_str_text(&shown), shown.len, width, left);
}

char *dt_out_decimal(char buf[DT_OUT_NUMBER], uint64_t v)
{
	static const char pairs[] = "00010203040506070809101112131415161718192021222324"
				    "25262728293031323334353637383940414243444546474849"
				    "50515253545556575859606162636465666768697071727374"
				    "75767778798081828384858687888990919293949596979899";
	char *p = buf + DT_OUT_NUMBER;

	while (v > UINT32_MAX) {
		p -= 2;
		memcpy(p, pairs + v % 100 * 2, 2);
		v /= 100;
	}
	uint32_t rest = (uint32_t)v; // faster division
	while (rest >= 100) {
		p -= 2;
		memcpy(p, pairs + rest % 100 * 2, 2);
		rest /= 100;
	}
	if (rest >= 10) {
		p -= 2;
		memcpy(p, pairs + rest * 2, 2);
	} else {
		*--p = (char)('0' + rest);
	}
	return p;
}

void dt_out_int(struct dt_out *o, int64_t v, size_t width)
{
	char buf[DT_OUT_NUMBER];
	char *p = dt_out_decimal(buf, v < 0 ? -(uint64_t)v : (uint64_t)v);

	if (v < 0)
		*--p = '-';
	dt_out_padded(o, p, (size_t)(buf + DT_OUT_NUMBER - p), width, false);
}

void dt_out_uint(struct dt_out *o, uint64_t v, size_t width)
{
	char buf[DT_OUT_NUMBER];
	char *p = dt_out_decimal(buf, v);

	dt_out_padded(o, p, (size_t)(buf + DT_OUT_NUMBER - p), width, false);
}

void dt_out_hex(struct dt_out *o, uint64_t v, size_t digits)
{
	char buf[16];
	char *end = buf + sizeof(buf), *p = end;

	do {
		*--p = "0123456789abcdef"[v & 15];
		v >>= 4;
	} while (v || (size_t)(end - p) < digits);
	dt_out_bytes(o, p, (size_t)(end - p));
}

void dt_out_printf(struct dt_out *o, const char *fmt, ...)
{
	va_list ap, again;

	va_start(ap, fmt);
	va_copy(again, ap);
	int n = vsnprintf(NULL, 0, fmt, ap);
	if (n > 0) {
		vsnprintf(dt_out_room(o, (size_t)n + 1), (size_t)n + 1, fmt, again);
		o->len += (size_t)n;
	}
	va_end(again);
	va_end(ap);
}
