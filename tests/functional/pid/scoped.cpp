// SPDX-License-Identifier: BSD-2-Clause
//
// Functions in namespaces, classes and templates, each called a known number of times.
namespace shop {
struct Item {
	int n;
};
class Cart {
	int total = 0;

      public:
	void add(const Item &i, int k);
	void add(int n);
	template <class T> T sum(T x);
	explicit operator bool() const;
	Cart &operator<<(int n);
	~Cart();
};

#define VISIBLE __attribute__((noinline))
#define KEEP	__asm__ volatile("" ::: "memory")

VISIBLE void Cart::add(const Item &i, int k)
{
	total += i.n * k;
	KEEP;
}
VISIBLE void Cart::add(int n)
{
	total += n;
	KEEP;
}
template <class T> VISIBLE T Cart::sum(T x)
{
	KEEP;
	return total + x;
}
VISIBLE Cart::operator bool() const
{
	KEEP;
	return total;
}
VISIBLE Cart &Cart::operator<<(int n)
{
	KEEP;
	total += n;
	return *this;
}
VISIBLE Cart::~Cart()
{
	KEEP;
	total = 0;
}
namespace detail {
VISIBLE int price(int x)
{
	KEEP;
	return x * 2;
}
} // namespace detail
} // namespace shop

int main()
{
	shop::Cart c;

	for (int i = 0; i < 3; i++)
		c.add(shop::Item{i}, 2);
	c.add(5);
	c << 4;
	return c.sum(3L) + !c + shop::detail::price(3) == 0;
}
