/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * foreign run: two threads call step(), whose first instruction has one byte, until the input ends.
 * Prints the number of calls.
 *
 * foreign trace PATH OFFSET PID ROUNDS: as a tracer that knows nothing of dtrace, attaches a uprobe
 * to the offset and detaches it, ROUNDS times. Prints whether the uprobe fired.
 */
#include <linux/perf_event.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

long step(long x);
__asm__(".text\n"
	".globl step\n"
	".type step, @function\n"
	"step: push %rbx\n"
	"	lea 1(%rdi), %rbx\n"
	"	mov %rbx, %rax\n"
	"	pop %rbx\n"
	"	ret\n"
	".size step, . - step\n");

static volatile int has_ended;

static void *run(void *arg)
{
	long *n = arg;

	while (!has_ended)
		*n = step(*n);
	return NULL;
}

static void *await_end(void *arg)
{
	(void)arg;
	while (getchar() != EOF)
		;
	has_ended = 1;
	return NULL;
}

static int target(void)
{
	long n[2] = {0};
	pthread_t other, waiting;

	pthread_create(&other, NULL, run, &n[1]);
	pthread_create(&waiting, NULL, await_end, NULL);
	puts("runs");
	fflush(stdout);
	run(&n[0]); // the other tracer's event is of this thread
	pthread_join(other, NULL);
	pthread_join(waiting, NULL);
	printf("%ld\n", n[0] + n[1]);
	return 0;
}

static int uprobe_type(void)
{
	FILE *f = fopen("/sys/bus/event_source/devices/uprobe/type", "r");
	int type = -1;

	if (f && fscanf(f, "%d", &type) != 1)
		type = -1;
	if (f)
		fclose(f);
	return type;
}

static int trace(char **argv)
{
	struct perf_event_attr attr = {.size = sizeof(attr),
				       .type = (unsigned)uprobe_type(),
				       .config1 = (unsigned long)argv[2],
				       .config2 = strtoul(argv[3], NULL, 16)};
	unsigned long long hits = 0, total = 0;

	for (int i = 0; i < atoi(argv[5]); i++) {
		int fd = (int)syscall(SYS_perf_event_open, &attr, atoi(argv[4]), -1, -1,
				      PERF_FLAG_FD_CLOEXEC);

		if (fd < 0) {
			perror("perf_event_open");
			return 1;
		}
		usleep(2000);
		if (read(fd, &hits, sizeof(hits)) == sizeof(hits))
			total += hits;
		close(fd);
	}
	puts(total ? "the other tracer's probe fired" : "it did not fire");
	return 0;
}

int main(int argc, char **argv)
{
	return argc == 6 ? trace(argv) : target();
}
