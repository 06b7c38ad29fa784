/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The program that this chapter traces. From the first getppid() on, which marks the beginning, it
 * does the same every time: 7 getppid(); 1, 10, 100 and 1,000 bytes written to /dev/null; 3 times
 * 512 bytes read from /dev/zero; two files that cannot be opened and one that cannot be removed; a
 * signal to itself; a child that ends with 3; two naps; and errand(), which calls walk() 3 times,
 * and that step() twice.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile int steps;

__attribute__((noinline)) int step(int n)
{
	steps = steps + n;
	return n + 1;
}

__attribute__((noinline)) int walk(int n)
{
	int last = step(n);

	steps = steps + 1;
	last += step(n + 1);
	steps = steps + 1;
	return last;
}

__attribute__((noinline)) int errand(void)
{
	int sum = 0;

	for (int i = 0; i < 3; i++)
		sum += walk(i);
	steps = steps + 1;
	return sum;
}

static void hear(int sig)
{
	steps = steps + sig;
}

static void files(void)
{
	static char data[1000] = "first line\nsecond line\n";
	int null = open("/dev/null", O_WRONLY), zero = open("/dev/zero", O_RDONLY);

	for (size_t n = 1; n <= 1000; n *= 10)
		if (write(null, data, n) < 0)
			exit(1);
	for (int i = 0; i < 3; i++)
		if (read(zero, data, 512) < 0)
			exit(1);
	close(zero);
	close(null);
	if (open("/nonexistent/one", O_RDONLY) >= 0 || open("/nonexistent/two", O_RDWR) >= 0 ||
	    !chdir("/nonexistent/one"))
		exit(1);
}

int main(void)
{
	struct timespec nap = {0, 1000000};
	pid_t child;

	signal(SIGUSR1, hear);
	for (int i = 0; i < 7; i++)
		getppid();
	files();
	kill(getpid(), SIGUSR1);
	child = fork();
	if (!child)
		_exit(3);
	waitpid(child, NULL, 0);
	nanosleep(&nap, NULL);
	nanosleep(&nap, NULL);
	return errand() != 12 + 3;
}
