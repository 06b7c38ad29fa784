/* SPDX-License-Identifier: BSD-2-Clause */
/* Fires every probe of _app.d, from several places and loops, and prints what the trace must say.
 */
#include "app.h"

#include <stdio.h>

struct point {
	int x, y;
	const char *name;
};

static char word[] = "word", text[] = "a text";

static inline __attribute__((always_inline)) void in_header(int n)
{
	printf("in-header %d\n", n);
	MY_APP_IN_HEADER(n);
}

static __attribute__((noinline)) void integers(int n, long long wide)
{
	signed char a = (signed char)(n - 100);
	unsigned char b = (unsigned char)(200 + n);
	short c = (short)(-30000 + n);
	unsigned short d = (unsigned short)(60000 + n);

	printf("ints %d %d %d %d %d %u %lld %llu\n", a, b, c, d, -n, 4000000000u + n, -wide,
	       18000000000000000000ull + n);
	MY_APP_INTS(a, b, c, d, -n, 4000000000u + n, -wide, 18000000000000000000ull + n);
}

static __attribute__((noinline)) void many(int n)
{
	printf("many %d %d %d %s %d %d %s %d %d %d %d %s\n", n, n + 1, n + 2, word, n + 4, n + 5,
	       text, n + 7, n + 8, n + 9, n + 10, word);
	MY_APP_MANY(n, n + 1, n + 2, word, n + 4, n + 5, text, n + 7, n + 8, n + 9, n + 10, word);
}

static __attribute__((noinline)) void constants(void)
{
	printf("ints -1 200 -2 65535 -3 4000000000 -4 9223372036854775808\n");
	MY_APP_INTS(-1, 200, -2, 65535, -3, 4000000000u, -4, 1ull << 63);
	printf("many -1 2 3 word -5 6 a text 7 8 9 10 word\n");
	MY_APP_MANY(-1, 2, 3, word, -5, 6, text, 7, 8, 9, 10, word);
}

int main(int argc, char **argv)
{
	struct point p = {argc + 2, 4, word};
	int enabled = 0, i;

	for (i = 0; i < 3; i++) {
		printf("none\n");
		MY_APP_NONE();
		integers(i, 5000000000ll + i);
		many(i);
		in_header(i);
		enabled += MY_APP_NONE_ENABLED();
	}
	in_header(7);
	constants();
	printf("point %d %s 9\n", p.x + p.y, p.name);
	(void)(argc ? MY_APP_POINT(9, &p) : (void)0); // an expression, as a function call would be
	fprintf(stderr, "%s: enabled %d\n", argv[0], enabled);
	return 0;
}
