/* SPDX-License-Identifier: BSD-2-Clause */
/* throws ROUNDS: exceptions through many functions in three threads, thrown again, copied, and
 * cancellations that unwind. */
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <pthread.h>
#include <stdexcept>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

struct guard {
	long &n;
	explicit guard(long &counter) : n(counter)
	{
	}
	~guard()
	{
		n++;
	}
};

struct odd : std::runtime_error {
	odd() : runtime_error("odd")
	{
	}
};

__attribute__((noinline)) long descend(int n, long &cleaned)
{
	guard g(cleaned);

	if (!n)
		throw odd();
	return descend(n - 1, cleaned) + 1;
}

__attribute__((noinline)) long change(int n, long &cleaned)
{
	try {
		return descend(n, cleaned);
	} catch (const odd &) {
		if (n % 3 == 0)
			throw;
		throw std::out_of_range(std::to_string(n));
	}
}

__attribute__((noinline)) void copy(int n, long &cleaned)
{
	try {
		change(n, cleaned);
	} catch (const std::logic_error &e) {
		cleaned += atoi(e.what());
		throw std::current_exception();
	}
}

static long run(int rounds)
{
	long cleaned = 0, caught = 0;

	for (int i = 0; i < rounds; i++) {
		try {
			copy(i % 30, cleaned);
		} catch (const std::exception_ptr &p) {
			try {
				std::rethrow_exception(p);
			} catch (const std::out_of_range &) {
				caught += 2;
			}
		} catch (const odd &) {
			caught++;
		}
		try {
			std::map<int, int>().at(3);
		} catch (const std::out_of_range &) {
			caught++;
		}
		try {
			std::string("abc").substr(9);
		} catch (...) {
			caught++;
		}
	}
	return cleaned * 100000 + caught;
}

static void *cancelled(void *n)
{
	guard g(*static_cast<long *>(n));

	try {
		for (long none = 0;;) {
			try {
				descend(5, none);
			} catch (const odd &) {
			}
			pthread_testcancel();
		}
	} catch (...) {
		++*static_cast<long *>(n);
		throw;
	}
}

int main(int argc, char **argv)
{
	std::vector<std::thread> threads;
	std::atomic<long> sum{0};
	long unwound = 0;

	for (int i = 0; i < 3; i++)
		threads.emplace_back([&] { sum += run(atoi(argv[1])); });
	for (auto &t : threads)
		t.join();
	printf("%ld\n", sum.load());
	for (int i = 0; i < 20; i++) {
		pthread_t t;

		pthread_create(&t, nullptr, cancelled, &unwound);
		usleep(500);
		pthread_cancel(t);
		pthread_join(t, nullptr);
	}
	printf("%s\n", unwound > 0 && unwound % 2 == 0 ? "unwound" : "not unwound");
	return 7;
}
