/* SPDX-License-Identifier: BSD-2-Clause */
// Functions that are inlined, of C++ and by names that Rust's compiler gives.
#include <unistd.h>

namespace shapes
{
struct Square {
	long side;

	__attribute__((always_inline)) long area(long scale) const
	{
		return side * scale + getppid();
	}
};

template <typename T> __attribute__((always_inline)) static inline long twice(const T &shape)
{
	long area = shape.area(2);

	return 2 * area;
}
} // namespace shapes

extern "C" __attribute__((noipa)) long
legacy(long n) __asm__("_ZN5crate5paint17h0123456789abcdefE");
extern "C" __attribute__((noipa)) long modern(long n) __asm__("_RNvCs8ab_5crate4draw");

extern "C" long legacy(long n)
{
	shapes::Square square = {n};

	return shapes::twice(square) + 1;
}

extern "C" long modern(long n)
{
	return legacy(n) + 1;
}

int main()
{
	return modern(3) == 0;
}
