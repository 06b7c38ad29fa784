/* SPDX-License-Identifier: BSD-2-Clause */
/* A function with four names, one of them not in ASCII; and a function that a constructor calls. */
#include <unistd.h>

__attribute__((noinline)) int __work(int n)
{
	return (int)write(1, "", 0) + n;
}

int _work(int n) __attribute__((alias("__work")));
int work(int n) __attribute__((weak, alias("__work")));
static int local_work(int n) __attribute__((alias("__work"), used));

__attribute__((noinline)) static void start(void)
{
	_work(1);
}

__attribute__((constructor)) static void construct(void)
{
	start();
}

int main(void)
{
	return work(1) + __work(2) + local_work(3) != 6;
}
