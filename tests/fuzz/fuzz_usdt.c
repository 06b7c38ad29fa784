/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fuzzes the reader of USDT probes: any bytes as a file with notes, and as the arguments of a note.
 * The test reads every site and every operand.
 */
#include "symbols/elf/usdt_notes.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_file(const uint8_t *data, size_t size)
{
	struct dt_operand operands[DT_USDT_ARGS_MAX];
	struct dt_usdt_file f = {0};
	void *copy = dt_malloc(size);

	memcpy(copy, data, size);
	dt_usdt_read(&f, dt_elf_create(dt_file_create_memory(copy, size), -1, NULL));
	dt_vec_foreach (&f.sites, s) {
		dt_usdt_function(&f, s);
		dt_usdt_operands(&f, s, operands, dt_array_len(operands));
		dt_usdt_types_of(&f, s);
	}
	dt_usdt_deinit(&f);
}

static void read_text(const uint8_t *data, size_t size)
{
	dt_cleanup(dt_free_p) char *text = dt_malloc(size + 1);
	const char *p = text;
	struct dt_operand o;

	memcpy(text, data, size);
	text[size] = '\0';
	while (dt_operand_next(&p, &o))
		if (*o.symbol)
			dt_operand_resolve(&o, size, (uintptr_t)p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	read_file(data, size);
	read_text(data, size);
	return 0;
}
