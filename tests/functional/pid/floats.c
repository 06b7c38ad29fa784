/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Floating-point numbers in memory, and among the arguments of functions: each function prints the
 * arguments and members that a trace must show.
 */
#include <complex.h>
#include <stdio.h>

struct reading {
	double degrees;
	float weight;
	long double precise;
	double history[3];
	double complex wave;
};
struct pair {
	double x, y;
};
struct mixed {
	float f;
	int n;
	double d;
};

struct __attribute__((packed)) split {
	char c;
	double d;
};

#define VISIBLE __attribute__((noinline))
#define KEEP	__asm__ volatile("" ::: "memory")

VISIBLE double half(double x)
{
	KEEP;
	return x / 2;
}

VISIBLE void note(struct reading *r)
{
	__asm__ volatile("" : : "r"(r) : "memory");
}

VISIBLE int between(double x, int n, float y, long m)
{
	KEEP;
	return n + (int)x + (int)m + (int)y;
}

VISIBLE int behind(struct pair p, int n, struct mixed q, int m)
{
	KEEP;
	return n + m + (int)p.x + q.n;
}

VISIBLE double spilled(double a, double b, double c, double d, double e, double f, double g,
		       double h, double i, float j, int n)
{
	KEEP;
	return a + b + c + d + e + f + g + h + i + (double)j + n;
}

VISIBLE int precise(long double x, int n)
{
	KEEP;
	return n + (int)x;
}

VISIBLE int packed(struct split p, int n)
{
	KEEP;
	return n + p.c;
}

int main(void)
{
	struct reading r = {-2.25, 0.5f, 6.25L, {1, 2, 1e100}, 1 + 2 * I};
	double sum = 0;

	for (int i = 0; i < 4; i++) {
		r.degrees += 1.5;
		note(&r);
	}
	sum = half(3) + between(1.5, 42, 2.5f, 43) +
	      behind((struct pair){1, 2}, 44, (struct mixed){1, 2, 3}, 45);
	sum += spilled(1, 2, 3, 4, 5, 6, 7, 8, 9.25, 10.5f, 46) + precise(1, 47) +
	       packed((struct split){1, 2}, 48);
	return sum < 0;
}
