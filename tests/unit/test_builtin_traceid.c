/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * traceid and spanid of the runtime, over the memory of a process that consists of a few words:
 * each form of a thread-local variable, incomplete ones, and random words.
 */
#include "base/mem.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"
void *dt_table_trace_places(void);
#include "../../runtime/user/traceid.bpf.c"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum {
	ROUNDS = 200000,
	MEMORY = 0x1000, // address of the first word
	WORDS = 64,
	READS_MAX = 7,
	// addresses in the memory
	POINTER = MEMORY + 0x100, // the thread pointer
	SLOT = MEMORY + 0x18,
	DESCRIPTOR = MEMORY + 0x40,
	VECTOR = MEMORY + 0x80, // its element [0]
	BLOCK = MEMORY + 0x140,
	RECORD = MEMORY + 0x1a0,
	OFFSET = 0x10, // of the variable in its block
	PROCESS = 7,
};

static u64 memory[WORDS];
static unsigned n_reads;
static struct dt_trace_place place;

void *dt_table_trace_places(void)
{
	return &place;
}

void *bpf_map_lookup_elem(void *map, const void *key)
{
	return *(const u32 *)key == PROCESS ? map : NULL;
}

long bpf_probe_read_user(void *to, u32 size, const void *src)
{
	u64 at = (uintptr_t)src - MEMORY;

	n_reads++;
	if (at > sizeof(memory) || size > sizeof(memory) - at)
		return -14; // EFAULT
	memcpy(to, (const char *)memory + at, size);
	return 0;
}

static void store(u64 at, u64 word)
{
	memory[(at - MEMORY) / sizeof(*memory)] = word;
}

/** A process whose thread has a record, through a vector of glibc or musl. */
static void set_up(bool is_musl)
{
	struct dt_trace_record r = {.is_valid = 1};

	memset(memory, 0, sizeof(memory));
	for (unsigned i = 0; i < sizeof(r.trace); i++)
		r.trace[i] = 0xf0 - 9 * i;
	for (unsigned i = 0; i < sizeof(r.span); i++)
		r.span[i] = 0x0a + i;
	memcpy(&memory[(RECORD - MEMORY) / 8], &r, sizeof(r));
	store(POINTER + (is_musl ? -8 : 8), VECTOR); // as on aarch64
	store(VECTOR - (is_musl ? 0 : 16), 3);	     // number of files
	if (!is_musl)
		store(VECTOR, 5); // generation
	store(VECTOR + (is_musl ? 8 : 16) * 2, BLOCK);
	store(BLOCK + OFFSET, RECORD);
	place = (struct dt_trace_place){
	    .at = SLOT, .offset = OFFSET, .vector = is_musl ? -8 : 8, .is_musl = is_musl};
}

static const char *read_id(u64 process, bool is_span)
{
	static struct dt_trace_ids ids;

	memset(&ids, 0x55, sizeof(ids));
	ids.is_known = 0;
	n_reads = 0;
	dt_trace_ids(&ids, process, POINTER);
	assert_int_equal(ids.is_known, 1);
	assert_true(n_reads <= READS_MAX);
	return is_span ? ids.span : ids.trace;
}

static void assert_found(void)
{
	assert_string_equal(read_id(PROCESS, false), "f0e7ded5ccc3bab1a89f968d847b7269");
	assert_string_equal(read_id(PROCESS, true), "0a0b0c0d0e0f1011");
}

static void assert_none(void)
{
	assert_string_equal(read_id(PROCESS, false), "");
	assert_string_equal(read_id(PROCESS, true), "");
}

static void a_program_has_its_variable_at_a_fixed_distance(void **state)
{
	set_up(false);
	place.kind = DT_TLS_THREAD;
	place.offset = BLOCK + OFFSET - POINTER;
	assert_found();
	assert_string_equal(read_id(PROCESS + 1, false), "");
}

static void a_library_in_static_memory_has_a_distance(void **state)
{
	set_up(false);
	place.kind = DT_TLS_OFFSET;
	assert_none(); // the linker has not filled the word yet
	store(SLOT, BLOCK + OFFSET - POINTER);
	assert_found();
	place.kind = DT_TLS_DESCRIPTOR;
	place.offset = 0x1000; // only the descriptor counts
	store(SLOT + 8, (u64)(MEMORY + 0x10 - POINTER));
	store(MEMORY + 0x10, RECORD);
	assert_found();
	store(MEMORY + 0x10, 0);
	assert_none();
	store(SLOT + 8, 0x18); // above the thread pointer, as on aarch64
	store(POINTER + 0x18, RECORD);
	assert_found();
}

static void a_descriptor_leads_to_a_block(void **state)
{
	set_up(false);
	place.kind = DT_TLS_DESCRIPTOR;
	store(SLOT, 1); // the function
	store(SLOT + 8, DESCRIPTOR);
	store(DESCRIPTOR, 2);
	store(DESCRIPTOR + 8, OFFSET);
	store(DESCRIPTOR + 16, 5);
	assert_found();
	store(DESCRIPTOR + 16, 6); // the thread's vector is older than the file
	assert_none();
	store(DESCRIPTOR + 16, 4);
	assert_found();
	store(DESCRIPTOR + 8, OFFSET + 8); // that of another variable
	assert_none();
}

static void a_block_is_found_by_the_number_of_its_file(void **state)
{
	for (int is_musl = 0; is_musl < 2; is_musl++) {
		set_up(is_musl);
		place.kind = DT_TLS_MODULE;
		assert_none();
		store(SLOT, 2);
		assert_found();
		store(SLOT, 4); // beyond the thread's vector
		assert_none();
		store(SLOT, 2);
		store(VECTOR + (is_musl ? 8 : 16) * 2, 0);
		assert_none();
	}
	set_up(false);
	place.kind = DT_TLS_MODULE;
	store(SLOT, 2);
	store(VECTOR + 16 * 2, ~0ULL); // not allocated
	assert_none();
}

static void only_a_valid_record_counts(void **state)
{
	u64 valid;

	set_up(false);
	place.kind = DT_TLS_THREAD;
	place.offset = BLOCK + OFFSET - POINTER;
	valid = memory[(RECORD + 24 - MEMORY) / 8];
	store(RECORD + 24, valid + 1);
	assert_none();
	store(RECORD + 24, 0);
	assert_none();
	store(RECORD + 24, valid);
	store(RECORD, 0);
	store(RECORD + 8, 0);
	assert_string_equal(read_id(PROCESS, false), "");
	store(BLOCK + OFFSET, 0);
	assert_none();
}

static void ids_are_read_once(void **state)
{
	struct dt_trace_ids ids = {.is_known = 1, .trace = "kept"};

	set_up(false);
	n_reads = 0;
	dt_trace_ids(&ids, PROCESS, POINTER);
	assert_string_equal(ids.trace, "kept");
	assert_int_equal(n_reads, 0);
	dt_trace_ids(NULL, PROCESS, POINTER);
}

/** Words of a hostile process: addresses near the memory, small numbers, anything. */
static u64 random_word(void)
{
	switch (rand() % 4) {
	case 0:
		return MEMORY + rand() % (8 * WORDS);
	case 1:
		return rand() % 5;
	case 2:
		return -(u64)(rand() % 512);
	default:
		return (u64)rand() << 40 ^ (u64)rand() << 20 ^ rand();
	}
}

static void any_words_give_an_id_or_none(void **state)
{
	unsigned found = 0;

	srand(4947);
	for (unsigned i = 0; i < ROUNDS; i++) {
		size_t len;

		for (unsigned k = 0; k < WORDS; k++)
			memory[k] = random_word();
		place = (struct dt_trace_place){.at = random_word(),
						.offset = (dt_s64)random_word(),
						.kind = rand() % 4,
						.vector = 8,
						.is_musl = rand() % 2};
		len = strlen(read_id(PROCESS, i % 2));
		assert_true(!len || len == (i % 2 ? 16 : 32));
		found += len > 0;
	}
	assert_true(found > 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_program_has_its_variable_at_a_fixed_distance),
	    cmocka_unit_test(a_library_in_static_memory_has_a_distance),
	    cmocka_unit_test(a_descriptor_leads_to_a_block),
	    cmocka_unit_test(a_block_is_found_by_the_number_of_its_file),
	    cmocka_unit_test(only_a_valid_record_counts),
	    cmocka_unit_test(ids_are_read_once),
	    cmocka_unit_test(any_words_give_an_id_or_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
