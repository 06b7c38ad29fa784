/* SPDX-License-Identifier: BSD-2-Clause */
#include "export/gzip.h"

#include <assert.h>
#include <limits.h>
#define ZLIB_CONST
#include <zlib.h>

enum { GZIP = 16, STEP = 1 << 16 }; // GZIP: added to the window's bits, selects the format

void dt_gzip(const void *bytes, size_t len, struct dt_str *ret)
{
	z_stream z = {0};
	char out[STEP];
	int status = deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + GZIP,
				  MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY);

	assert(status == Z_OK);
	z.next_in = bytes;
	do {
		if (!z.avail_in) {
			z.avail_in = len < UINT_MAX ? (uInt)len : UINT_MAX;
			len -= z.avail_in;
		}
		z.next_out = (Bytef *)out;
		z.avail_out = sizeof(out);
		status = deflate(&z, len ? Z_NO_FLUSH : Z_FINISH);
		dt_str_append_n(ret, out, sizeof(out) - z.avail_out);
	} while (status == Z_OK || status == Z_BUF_ERROR);
	assert(status == Z_STREAM_END);
	deflateEnd(&z);
}
