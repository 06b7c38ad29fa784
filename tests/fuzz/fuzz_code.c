/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fuzzes the reader of code without unwinding tables: any bytes as instructions of 64-bit Arm.
 * The program links the folder of that architecture. Each entry lies in the code, the entries are
 * in order, and all of them can be decoded.
 */
#include "symbols/unwind/internal.h"

#include <assert.h>
#include <string.h>

enum { ADDR = 0x10000, WORK = 100000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint32_t *insns = dt_malloc(size + 1);
	struct dt_eh_frame f = {0};
	uint64_t end = ADDR;
	size_t work = WORK;

	memcpy(insns, data, size);
	dt_eh_frame_follow(&f, insns, size / 4, ADDR, &work);
	assert(work <= WORK);
	dt_vec_foreach (&f.functions, fn) {
		struct dt_frame_rows rows;
		struct dt_frame_row row = {.end = fn->addr};

		assert(fn->addr >= end && fn->size && fn->size % 4 == 0);
		end = fn->addr + fn->size;
		assert(end <= ADDR + size && dt_frame_rows_begin(&rows, &f, fn));
		for (uint64_t at = fn->addr; dt_frame_rows_next(&rows, &row); at = row.end)
			assert(row.start == at && row.has_cfa);
		assert(row.end == end);
	}
	dt_eh_frame_deinit(&f);
	free(insns);
	return 0;
}
