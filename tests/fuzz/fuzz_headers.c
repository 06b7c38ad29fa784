/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fuzzes the conversion of C headers to D. It may blank text, and write errno where the C library
 * hides it, but it must not access memory outside the text or change the number of lines.
 */
#include "session/compile/headers.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char marker[] = "# 1 \"header.h\" 1\n";
	size_t begin = sizeof(marker) - 1, lines = 0;
	char *text = malloc(begin + size);

	if (!text)
		return 0;
	memcpy(text, marker, begin);
	if (size)
		memcpy(text + begin, data, size);
	dt_headers_blank(text, begin + size, "script.d");
	for (size_t i = 0; i < size; i++)
		lines += (data[i] == '\n') != (text[begin + i] == '\n');
	assert(!lines);
	free(text);
	return 0;
}
