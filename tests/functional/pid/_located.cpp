/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions whose arguments compilers move, drop or propagate; each prints its arguments. */
#include <cstdio>
#include <cstdlib>

#define OUTSIDE extern "C" __attribute__((noinline))
#define INSIDE static __attribute__((noinline))

class counter
{
      public:
	explicit counter(long from) : value(from) {}
	virtual ~counter() {}
	__attribute__((noinline)) long add(long n, unsigned char scale);
	virtual long twice(int n);

      private:
	long value;
};

long counter::add(long n, unsigned char scale)
{
	printf("add %ld %ld %d\n", value, n, scale);
	return value += n * scale;
}

long counter::twice(int n)
{
	printf("twice %ld %d\n", value, n);
	return value * n;
}

OUTSIDE long plain(long a, short b, const char *text)
{
	printf("plain %ld %d %s\n", a, b, text);
	return a + b;
}

// The first argument is dropped by compilers that change how the function is called.
INSIDE long dropped(long unused, long kept)
{
	printf("dropped %ld\n", kept);
	return kept;
}

// The first argument is the same in all calls.
INSIDE long constant(long same, long other)
{
	printf("constant %ld %ld\n", same, other);
	return same + other;
}

OUTSIDE long eight(long a, long b, long c, long d, long e, long f, long g, long h)
{
	printf("eight %ld %ld %ld\n", f, g, h);
	return a + b + c + d + e + f + g + h;
}

int main(int argc, char **)
{
	counter *c = new counter(argc + 99), &base = *c;

	c->add(7 * argc, 3);
	base.twice(-2 * argc);
	plain(50000 * argc, -5, "text");
	dropped(50000, 60000 * argc);
	dropped(50001, 60001 * argc);
	constant(50000, 70000 * argc);
	constant(50000, 70001 * argc);
	eight(1, 2, 3, 4, 5, 6 * argc, 7, 8 * argc);
	delete c;
	return 0;
}
