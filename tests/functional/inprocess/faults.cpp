/* SPDX-License-Identifier: BSD-2-Clause */
/* cflags: -fnon-call-exceptions -fasynchronous-unwind-tables */
/*
 * faults ROUNDS: handlers of SIGSEGV and SIGFPE throw, and the interrupted functions clean up and
 * catch. Then threads are cancelled wherever they are. Prints what was caught.
 */
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

struct fault {
	int sig;
};

static long cleaned;
static thread_local long passed;

struct guard {
	long &n;
	long own;
	guard(long &counter, long value) : n(counter), own(value)
	{
	}
	~guard()
	{
		n += own;
	}
};

static void handle(int sig)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, sig);
	sigprocmask(SIG_UNBLOCK, &set, nullptr); // the handler does not return
	throw fault{sig};
}

__attribute__((noinline)) int load(const volatile int *p)
{
	return *p;
}

__attribute__((noinline)) int divide(volatile int *a, volatile int *b)
{
	return *a / *b;
}

/** Keeps words in many registers while it faults. */
__attribute__((noinline)) long keep(const int *p, long a, long b, long c, long d)
{
	guard g(cleaned, a);
	long e = a * b, f = b * c, h = c * d;

	try {
		guard inner(cleaned, b);
		e += load(p);
		return e + f + h + 1;
	} catch (const fault &x) {
		return e + f + h + a + x.sig;
	}
}

__attribute__((noinline)) int nested(int n, const int *p)
{
	guard g(cleaned, 1);

	if (n)
		return nested(n - 1, p) + 1;
	return *const_cast<const volatile int *>(p);
}

__attribute__((noinline)) long by_fpe(int k)
{
	volatile int a = k, b = 0;

	try {
		return divide(&a, &b);
	} catch (const fault &x) {
		return x.sig + k;
	}
}

static long run(int rounds)
{
	long sum = 0;

	for (int i = 0; i < rounds; i++) {
		sum += keep(nullptr, i, i + 1, 3, 4);
		sum += by_fpe(i);
		try {
			sum += nested(i % 5, nullptr);
		} catch (const fault &x) {
			sum += x.sig;
		}
	}
	return sum;
}

// ---- cancellation: the functions in which it happens have no tables of handlers, as compilers put
// only calls and instructions that trap there

static int is_ready;

__attribute__((noinline)) long spin(long n)
{
	__asm__ volatile("" : "+r"(n));
	return n * 3 + 1;
}

__attribute__((noinline)) long loop(long n)
{
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, nullptr);
	__atomic_store_n(&is_ready, 1, __ATOMIC_SEQ_CST);
	for (;;)
		n = spin(n) ^ spin(n + 1);
	return n;
}

__attribute__((noinline)) long pass(long n, long a, long b)
{
	guard g(passed, a);

	return loop(n) + b;
}

static void *cancelled(void *arg)
{
	long *out = static_cast<long *>(arg), kept = reinterpret_cast<long>(arg) ^ 0x55;

	try {
		passed = 0;
		pass(7, 3, 4);
	} catch (...) {
		*out += 10 + 100 * passed + (kept ^ reinterpret_cast<long>(arg));
		throw;
	}
	return nullptr;
}

int main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 1000;
	struct sigaction sa = {};
	long sum, out = 0;

	sa.sa_handler = handle;
	sigaction(SIGSEGV, &sa, nullptr);
	sigaction(SIGFPE, &sa, nullptr);
	sum = run(rounds);
	printf("sum %ld, cleaned %ld\n", sum, cleaned);
	for (int i = 0; i < rounds / 20; i++) {
		pthread_t t;

		__atomic_store_n(&is_ready, 0, __ATOMIC_SEQ_CST);
		pthread_create(&t, nullptr, cancelled, &out);
		while (!__atomic_load_n(&is_ready, __ATOMIC_SEQ_CST))
			sched_yield();
		usleep(i % 7 * 30);
		pthread_cancel(t);
		pthread_join(t, nullptr);
	}
	printf("unwound %ld\n", out);
	return 7;
}
