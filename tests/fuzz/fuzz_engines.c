/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fuzzes machine code: any bytes decide how a program is made, and it must leave the same memory in
 * the interpreter and on the processor.
 */
#include "../unit/engines.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct engine_region *region;
	struct chooser c = {.data = data, .size = size, .state = size + 1};
	struct dt_arena *arena = dt_arena_create();
	struct dt_ir_prog *p = make_pack(arena, &c, 1);
	struct engine_memory interpreted, native;
	uint64_t result;

	if (!region)
		region = engine_region_create();
	assert(!dt_ir_verify(p));
	make_memory(&interpreted, &c);
	native = interpreted;
	result = engine_interpret(p, &interpreted);
	assert(engine_native(p, region, &native, 1) == result);
	assert(!memcmp(&interpreted, &native, sizeof(native)));
	dt_ir_prog_deinit(p);
	dt_arena_destroy(arena);
	return 0;
}
