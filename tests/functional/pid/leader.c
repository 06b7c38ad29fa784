/* SPDX-License-Identifier: BSD-2-Clause */
/* A process whose first thread has ended, while another calls work() until the input ends. */
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

__attribute__((noinline)) void work(int n)
{
	__asm__ volatile("" : : "r"(n) : "memory");
}

static void *go_on(void *first)
{
	struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};

	pthread_join(*(pthread_t *)first, NULL);
	for (int n = 0; poll(&input, 1, 1) == 0; n++)
		work(n);
	_exit(0);
}

int main(void)
{
	static pthread_t first, other;

	first = pthread_self();
	if (pthread_create(&other, NULL, go_on, &first))
		return 1;
	pthread_exit(NULL);
}
