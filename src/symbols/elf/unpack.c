/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One loop serves three libraries: it copies a part of the input and lets the library decompress
 * it. A section states its decompressed size, which is trusted only up to the maximum ratio of the
 * compression method. Decompression stops at the file's deadline.
 */
#include "symbols/elf/unpack.h"

#include <elf.h>
#include <lzma.h>
#include <stdlib.h>
#include <zlib.h>
#include <zstd.h>

#ifndef ELFCOMPRESS_ZSTD
#define ELFCOMPRESS_ZSTD 2
#endif

enum {
	STEP = 1 << 18,		    // bytes of input copied at once
	LARGEST_RATIO = 1 << 14,    // of output to input; zlib and xz stay below
	DEBUGDATA_MAX = 64 << 20,   // bytes: a symbol table and little else
	LZMA_MEMORY_MAX = 96 << 20, // bytes that liblzma may allocate
};

struct output {
	uint8_t *data;
	size_t done, size;
};

/** Decompresses `n` bytes. Returns false if they are damaged or the output is full. */
typedef bool (*unpack_fn)(void *stream, const uint8_t *in, size_t n, struct output *out);

static bool unpack_steps(const struct dt_span *packed, uint64_t from, unpack_fn unpack,
			 void *stream, struct output *out)
{
	dt_cleanup(dt_free_p) uint8_t *in = dt_malloc(STEP);

	for (uint64_t at = from; at < packed->size;) {
		size_t n = packed->size - at < STEP ? packed->size - at : STEP;

		if (!dt_span_read(packed, at, in, n) || !unpack(stream, in, n, out))
			return false;
		at += n;
	}
	return true;
}

static bool inflate_part(void *stream, const uint8_t *in, size_t n, struct output *out)
{
	z_stream *z = stream;
	int result;

	z->next_in = (uint8_t *)in;
	z->avail_in = (unsigned)n;
	z->next_out = out->data + out->done;
	z->avail_out = (unsigned)(out->size - out->done);
	result = inflate(z, Z_NO_FLUSH);
	out->done = out->size - z->avail_out;
	return result == Z_OK || result == Z_STREAM_END || (result == Z_BUF_ERROR && !n);
}

static void unpack_zlib(const struct dt_span *packed, uint64_t from, struct output *out)
{
	z_stream z = {0};

	if (inflateInit(&z) != Z_OK)
		return;
	unpack_steps(packed, from, inflate_part, &z, out);
	inflateEnd(&z);
}

static bool zstd_part(void *stream, const uint8_t *in, size_t n, struct output *out)
{
	ZSTD_inBuffer i = {in, n, 0};
	ZSTD_outBuffer o = {out->data, out->size, out->done};

	while (i.pos < i.size) {
		size_t before = i.pos + o.pos;

		if (ZSTD_isError(ZSTD_decompressStream(stream, &o, &i)) || i.pos + o.pos == before)
			return false;
		out->done = o.pos;
	}
	return true;
}

static void unpack_zstd(const struct dt_span *packed, uint64_t from, struct output *out)
{
	ZSTD_DCtx *stream = ZSTD_createDCtx();

	if (stream)
		unpack_steps(packed, from, zstd_part, stream, out);
	ZSTD_freeDCtx(stream);
}

/** Reads the header of a compressed section and returns its size, or 0 if there is none. */
static size_t read_compression_header(const struct dt_span *packed, bool is_32bit, Elf64_Chdr *ret)
{
	Elf32_Chdr narrow;

	if (!is_32bit)
		return dt_span_read(packed, 0, ret, sizeof(*ret)) ? sizeof(*ret) : 0;
	if (!dt_span_read(packed, 0, &narrow, sizeof(narrow)))
		return 0;
	*ret = (Elf64_Chdr){.ch_type = narrow.ch_type, .ch_size = narrow.ch_size};
	return sizeof(narrow);
}

/** Allocates `size` bytes for the output. The size is untrusted, so the allocation may fail. */
static bool make_output_room(struct output *out, uint64_t size)
{
	*out = (struct output){.data = malloc(size), .size = size};
	return out->data;
}

struct dt_file *dt_unpack_section(const struct dt_span *packed, bool is_32bit, size_t max)
{
	Elf64_Chdr h;
	size_t from = read_compression_header(packed, is_32bit, &h);
	struct output out;

	if (!from || !h.ch_size || h.ch_size > max || h.ch_size / LARGEST_RATIO > packed->size ||
	    !make_output_room(&out, h.ch_size))
		return NULL;
	if (h.ch_type == ELFCOMPRESS_ZLIB)
		unpack_zlib(packed, from, &out);
	else if (h.ch_type == ELFCOMPRESS_ZSTD)
		unpack_zstd(packed, from, &out);
	if (out.done == out.size)
		return dt_file_create_memory(out.data, out.size);
	free(out.data);
	return NULL;
}

static bool xz_part(void *stream, const uint8_t *in, size_t n, struct output *out)
{
	lzma_stream *s = stream;
	lzma_ret result = LZMA_OK;

	s->next_in = in;
	s->avail_in = n;
	while (s->avail_in && result == LZMA_OK) {
		if (out->done == out->size) {
			if (out->size >= DEBUGDATA_MAX)
				return false;
			out->size *= 2;
			out->data = dt_realloc(out->data, out->size);
		}
		s->next_out = out->data + out->done;
		s->avail_out = out->size - out->done;
		result = lzma_code(s, LZMA_RUN);
		out->done = out->size - s->avail_out;
	}
	return result == LZMA_OK || result == LZMA_STREAM_END;
}

struct dt_file *dt_unpack_xz(const struct dt_span *packed)
{
	lzma_stream s = LZMA_STREAM_INIT;
	struct output out = {.data = dt_malloc(STEP), .size = STEP};
	bool ok = lzma_stream_decoder(&s, LZMA_MEMORY_MAX, 0) == LZMA_OK &&
		  unpack_steps(packed, 0, xz_part, &s, &out);

	lzma_end(&s);
	if (ok)
		return dt_file_create_memory(out.data, out.done);
	free(out.data);
	return NULL;
}
