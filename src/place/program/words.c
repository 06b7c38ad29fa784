/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The words of a stack, from the red zone to the end of its mapping. Guard pages end the walk,
 * because process_vm_readv(2) respects protection. A stack in a heap has no such end; the walk
 * then ends after WALK_MAX bytes.
 */
#include "place/program/target.h"

#include <sys/uio.h>

enum { CHUNK = 64 << 10, WALK_MAX = 1 << 20 };

void dt_words_walk(const struct dt_task *k, void (*found)(void *self, uint64_t word), void *self)
{
	static uint64_t words[CHUNK / sizeof(uint64_t)];
	uint64_t at = (dt_registers_sp(&k->regs) - DT_RED_ZONE) & ~(sizeof(*words) - 1);
	ssize_t n = sizeof(words);

	for (size_t walked = 0; walked < WALK_MAX && n == sizeof(words); walked += sizeof(words)) {
		struct iovec local = {words, sizeof(words)};
		struct iovec remote = {(void *)(at + walked), sizeof(words)};

		n = process_vm_readv(k->tid, &local, 1, &remote, 1, 0);
		for (ssize_t i = 0; i < n / (ssize_t)sizeof(*words); i++)
			found(self, words[i]);
	}
}
