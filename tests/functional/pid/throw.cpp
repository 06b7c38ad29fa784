// SPDX-License-Identifier: BSD-2-Clause
/*
 * throw ROUNDS: exceptions pass through functions with and without handlers and destructors, are
 * thrown again, and unwind threads. Prints the number of caught exceptions and destroyed objects.
 */
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <thread>

static thread_local long destroyed, caught;

struct counted {
	std::string text = "a string that is too long to be stored in place";
	~counted()
	{
		destroyed++;
	}
};

__attribute__((noinline)) static long descend(int depth, int kind)
{
	counted here;

	if (depth)
		return descend(depth - 1, kind) + 1;
	if (kind % 3 == 0)
		throw std::runtime_error(here.text);
	if (kind % 3 == 1)
		throw kind;
	return 0;
}

__attribute__((noinline)) static long again(int depth, int kind)
{
	try {
		return descend(depth, kind);
	} catch (int n) {
		if (n % 2)
			throw std::out_of_range(std::to_string(n));
		throw;
	}
}

static void run(int rounds)
{
	long returned = 0;

	for (int i = 0; i < rounds; i++) {
		try {
			returned += again(i % 7, i);
		} catch (const std::exception &e) {
			caught += 1 + (std::string(e.what()) == std::to_string(i));
		} catch (int n) {
			caught += n == i;
		}
	}
	std::printf("caught %ld, returned %ld, destroyed %ld\n", caught, returned, destroyed);
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? std::atoi(argv[1]) : 60;

	run(rounds);
	for (int i = 0; i < 3; i++)
		std::thread(run, rounds).join();
	return 3;
}
