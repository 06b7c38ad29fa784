/* SPDX-License-Identifier: (BSD-2-Clause OR GPL-2.0-only) */
/**
 * What is done when a thread ends: its elements of self-> arrays are deleted. The callback is for
 * bpf_for_each_map_elem(), called by the generated program for each of the arrays.
 */
#include "runtime.h"

/** Delete the element if its key begins with the thread that ends, whatever array it is of. */
__attribute__((used)) static long dt_forget_thread(void *map, const u64 *key, void *value,
						   const u64 *thread)
{
	if ((u32)*key == (u32)*thread)
		bpf_map_delete_elem(map, key);
	return 0;
}
