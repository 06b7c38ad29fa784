/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fuzzes the readers of names in ELF files: any bytes as a file, of which the test reads symbols,
 * tables of Go's runtime, functions and a thread-local variable. It looks up each name and each
 * function again.
 */
#include "symbols/elf/functions.h"
#include "symbols/elf/names.h"
#include "symbols/elf/tls.h"
#include "symbols/symbol.h"

#include <assert.h>
#include <string.h>

enum { NAMED_MAX = 1000, READ_MAX = 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** Opens the bytes as a file without a path. */
static struct dt_elf *open_bytes(const uint8_t *data, size_t size)
{
	uint8_t *copy = dt_malloc(size + 1);

	memcpy(copy, data, size);
	return dt_elf_create(dt_file_create_memory(copy, size), -1, NULL);
}

static void name_all(const uint8_t *data, size_t size)
{
	struct dt_elf *e = open_bytes(data, size);
	struct dt_elf_names names = {0};

	if (!e)
		return;
	dt_elf_names_read(&names, e);
	for (size_t i = 0; i < names.table.v.len && i < NAMED_MAX; i++) {
		const struct dt_symtab_entry *s = &names.table.v.data[i];
		const char *name = dt_elf_name(&names, s);
		uint64_t at;

		assert(!name || strlen(name) <= DT_SYMBOL_NAME_MAX);
		if (name)
			dt_elf_name_address(&names, name, &at);
		dt_symtab_find(&names.table, s->addr + s->size / 2);
	}
	dt_elf_names_deinit(&names);
	dt_elf_destroy(e);
}

static void find_functions(const uint8_t *data, size_t size)
{
	struct dt_functions f = {0};

	if (dt_functions_read(&f, open_bytes(data, size))) {
		dt_functions_read_slots(&f);
		for (size_t i = 0; i < f.v.len && i < READ_MAX; i++) {
			const struct dt_function *fn = dt_functions_at(&f, f.v.data[i].addr);

			assert(f.v.data[i].name && (!fn || fn->offset <= f.v.data[i].offset));
			dt_functions_bytes(&f, &f.v.data[i]);
		}
	}
	dt_functions_deinit(&f);
}

static void find_variable(const uint8_t *data, size_t size)
{
	struct dt_elf *e = open_bytes(data, size);
	struct dt_tls_variable v;

	if (e && dt_tls_find(e, "errno", &v))
		assert(v.kind <= DT_TLS_MODULE);
	dt_elf_destroy(e);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	name_all(data, size);
	find_variable(data, size);
	find_functions(data, size);
	return 0;
}
