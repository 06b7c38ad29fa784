/* SPDX-License-Identifier: BSD-2-Clause */
/* cflags: -O0 */
/*
 * Functions with arguments of every class of the convention of 64-bit Arm. Each integer argument
 * has the value of its letter: a is 1, b is 2. The unit tests read their types too.
 */
struct two_words {
	long x, y;
};
struct mixed {
	double d;
	int i;
};
struct three_words {
	long v[3];
};
struct four_floats {
	double v[4];
};
struct five_floats {
	float v[5];
};
struct wide {
	__int128 v;
};
struct small {
	char c[3];
};

#define NOINLINE __attribute__((noinline))

NOINLINE long floats_take_no_integer_register(double d, long a, float f, long b)
{
	return (long)d + a + (long)f + b;
}

NOINLINE long structs_take_registers_for_their_words(struct two_words s, long a, struct small t,
						     long b)
{
	return s.x + a + t.c[0] + b;
}

NOINLINE long mixed_structs_take_integer_registers(struct mixed s, long a, double d, long b)
{
	return s.i + a + (long)d + b;
}

NOINLINE long large_structs_take_a_pointer(struct three_words s, long a, struct five_floats t,
					   long b)
{
	return s.v[0] + a + (long)t.v[0] + b;
}

NOINLINE long equal_floats_take_no_pointer(struct four_floats s, long a, struct four_floats t,
					   long b)
{
	return (long)s.v[0] + a + (long)t.v[0] + b;
}

NOINLINE long wide_integers_begin_at_even_registers(long a, __int128 w, long b, long c,
						    struct wide v, long d)
{
	return a + (long)w + b + c + (long)v.v + d;
}

NOINLINE long no_register_after_the_stack(long a, long b, long c, long d, long e, long f, long g,
					  struct two_words s, long h, short i)
{
	return a + b + c + d + e + f + g + s.x + h + i;
}

NOINLINE long wide_integers_are_aligned_on_the_stack(long a, long b, long c, long d, long e, long f,
						     long g, long h, int i, __int128 w, int j)
{
	return a + b + c + d + e + f + g + h + i + (long)w + j;
}

NOINLINE long floats_behind_their_registers_take_the_stack(double a0, double a1, double a2,
							   double a3, double a4, double a5,
							   struct four_floats s, float f, long a,
							   long b, long c, long d, long e, long g,
							   long h, long i, long j)
{
	return (long)(a0 + a1 + a2 + a3 + a4 + a5 + s.v[0] + (double)f) + a + b + c + d + e + g +
	       h + i + j;
}

NOINLINE struct three_words large_results_take_no_argument(long a, long b)
{
	return (struct three_words){{a, b}};
}

NOINLINE long more_arguments_may_follow(long a, ...)
{
	return a;
}

int main(void)
{
	const struct two_words two = {-1, -2};
	const struct mixed mixed = {-1.0, -2};
	const struct three_words three = {{-1, -2, -3}};
	const struct four_floats four = {{-1.0, -2.0, -3.0, -4.0}};
	const struct five_floats five = {{-1.0f}};
	const struct small small = {{-1}};
	const struct wide wide = {-1};

	floats_take_no_integer_register(-1.0, 1, -2.0f, 2);
	structs_take_registers_for_their_words(two, 1, small, 2);
	mixed_structs_take_integer_registers(mixed, 1, -3.0, 2);
	large_structs_take_a_pointer(three, 1, five, 2);
	equal_floats_take_no_pointer(four, 1, four, 2);
	wide_integers_begin_at_even_registers(1, -1, 2, 3, wide, 4);
	no_register_after_the_stack(1, 2, 3, 4, 5, 6, 7, two, 8, 9);
	wide_integers_are_aligned_on_the_stack(1, 2, 3, 4, 5, 6, 7, 8, 9, -1, 10);
	floats_behind_their_registers_take_the_stack(-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, four,
						     -2.0f, 1, 2, 3, 4, 5, 7, 8, 9, 10);
	large_results_take_no_argument(1, 2);
	more_arguments_may_follow(1, 2.0, 3);
	return 0;
}
