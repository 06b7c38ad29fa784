/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tests of the pool. The sanitizers check that blocks are neither lost nor used after their end.
 */
#include "consume/sink/pool.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void blocks_have_room_and_waste_a_fifth_at_most(void **state)
{
	struct dt_pool *p = dt_pool_create(0);

	for (size_t size = 0; size < 5000; size++) {
		void *block = dt_pool_alloc(p, size);

		assert_int_equal((uintptr_t)block % 16, 0);
		assert_true(dt_pool_size(block) >= size);
		assert_true(size < 64 ? dt_pool_size(block) == 64
				      : (dt_pool_size(block) - size) * 5 < dt_pool_size(block));
		memset(block, 1, dt_pool_size(block));
		dt_pool_free(block);
	}
	dt_pool_release(p);
}

static void free_blocks_are_used_again(void **state)
{
	struct dt_pool *p = dt_pool_create(1 << 20);
	void *a = dt_pool_alloc(p, 80000), *b = dt_pool_alloc(p, 40000);

	dt_pool_free(a);
	dt_pool_free(b);
	assert_ptr_equal(dt_pool_alloc(p, 40001), b);
	assert_ptr_equal(dt_pool_alloc(p, 79999), a);
	dt_pool_free(a);
	dt_pool_free(b);
	dt_pool_release(p);
}

static void growth_keeps_the_contents(void **state)
{
	struct dt_pool *p = dt_pool_create(1 << 20);
	char *block = NULL;

	for (size_t size = 1; size < 100000; size *= 3) {
		block = dt_pool_realloc(p, block, size);
		if (size == 1)
			memcpy(block, "contents", 9);
		assert_string_equal(block, "contents");
	}
	assert_ptr_equal(dt_pool_realloc(p, block, 1), block);
	dt_pool_free(block);
	dt_pool_free(NULL);
	dt_pool_release(p);
	dt_pool_release(NULL);
}

static void *free_all(void *blocks)
{
	for (void **b = blocks; *b; b++)
		dt_pool_free(*b);
	return NULL;
}

/** Other threads free the blocks, before and after the owner releases the pool. */
static void blocks_outlive_the_owner(void **state)
{
	struct dt_pool *p = dt_pool_create(1 << 12);
	void *blocks[2][101] = {0};
	pthread_t threads[2];

	for (int i = 0; i < 200; i++) {
		blocks[i % 2][i / 2] = dt_pool_alloc(p, 100);
		memset(blocks[i % 2][i / 2], 1, 100);
	}
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, free_all, blocks[i]);
	dt_pool_release(p);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(blocks_have_room_and_waste_a_fifth_at_most),
	    cmocka_unit_test(free_blocks_are_used_again),
	    cmocka_unit_test(growth_keeps_the_contents),
	    cmocka_unit_test(blocks_outlive_the_owner),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
