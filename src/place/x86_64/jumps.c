/* SPDX-License-Identifier: BSD-2-Clause */
#include "place/program/jumps.h"

#include <string.h>

enum { JMP_REL32 = 0xe9, JMP_REL32_SIZE = 5, JMP_REL8 = 0xeb, JMP_REL8_SIZE = 2, INT3 = 0xcc };

size_t dt_jump_parse(const uint8_t *bytes, size_t n, uint64_t at, uint64_t *to, bool *is_hop)
{
	int32_t distance;

	if (n >= JMP_REL32_SIZE && bytes[0] == JMP_REL32) {
		memcpy(&distance, bytes + 1, sizeof(distance));
		*to = at + JMP_REL32_SIZE + (uint64_t)(int64_t)distance;
		*is_hop = false;
		return JMP_REL32_SIZE;
	}
	if (n >= JMP_REL8_SIZE && bytes[0] == JMP_REL8) {
		*to = at + JMP_REL8_SIZE + (uint64_t)(int64_t)(int8_t)bytes[1];
		*is_hop = true;
		return JMP_REL8_SIZE;
	}
	return 0;
}

bool dt_jump_is_hurt(const uint8_t *now, const uint8_t *jump, uint8_t old, size_t n)
{
	return (*now == INT3 || *now == old) && memcmp(now + 1, jump + 1, n - 1) == 0;
}

size_t dt_jump_mend(const uint8_t *bytes, size_t n, uint8_t ret[DT_JUMP_MAX])
{
	if (n < JMP_REL32_SIZE)
		return 0;
	memcpy(ret, bytes, JMP_REL32_SIZE);
	ret[0] = JMP_REL32;
	return JMP_REL32_SIZE;
}

void dt_jump_make(uint8_t *bytes, uint64_t at, uint64_t to)
{
	int32_t distance = (int32_t)(to - (at + JMP_REL32_SIZE));

	bytes[0] = JMP_REL32;
	memcpy(bytes + 1, &distance, sizeof(distance));
}
