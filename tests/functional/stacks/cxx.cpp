/* SPDX-License-Identifier: BSD-2-Clause */
/* cflags: -fno-inline -fno-omit-frame-pointer -fno-optimize-sibling-calls */
namespace outer
{
struct Type {
	__attribute__((noinline)) int method(int a) const;
	template <class T> __attribute__((noinline)) T generic(T a) const;
};
int Type::method(int a) const
{
	asm volatile("" : "+r"(a));
	return a;
}
template <class T> T Type::generic(T a) const
{
	return method((int)a);
}
} // namespace outer
int main()
{
	return outer::Type().generic(0L);
}
