// SPDX-License-Identifier: BSD-2-Clause
// Allocates 100 blocks of 24 bytes by operator new and 10 of 1,000 by calloc(), and frees 40 of the former.
#include <cstdlib>
#include <vector>

static void *volatile sink;

__attribute__((noinline)) void fill(std::vector<long *> &blocks)
{
	for (int i = 0; i < 100; i++)
		blocks.push_back(new long[3]);
}

__attribute__((noinline)) void drain(std::vector<long *> &blocks)
{
	for (int i = 0; i < 40; i++) {
		delete[] blocks.back();
		blocks.pop_back();
	}
}

__attribute__((noinline)) void clear()
{
	for (int i = 0; i < 10; i++)
		sink = calloc(10, 100);
}

int main()
{
	std::vector<long *> blocks;

	blocks.reserve(100);
	fill(blocks);
	drain(blocks);
	clear();
}
