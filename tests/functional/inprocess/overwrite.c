/* SPDX-License-Identifier: BSD-2-Clause */
/* overwrite ATTACK SEED MS: says "ready", calls first() and second() from two threads, and attacks
 * the memory that it shares with dtrace for MS milliseconds. ATTACK is letters. Written are: r any
 * words, s small ones, b powers of two and their neighbours, m words that are not 0, changed a
 * little, c blocks from elsewhere, f pages of one byte, t numbers of threads. Places are: L the
 * first 64 KB, E the last 256 KB, else any. Besides: p punches holes, u unmaps pages, d maps others
 * there, k starts children that write, too. */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static const char *attack;
static uint64_t state;
static uint8_t *memory;
static size_t size;
static volatile int is_over;
static __thread sigjmp_buf again;

__attribute__((noinline)) long first(long thread, long i)
{
	volatile long sum = thread;

	sum += i;
	return sum;
}

__attribute__((noinline)) long second(int kind, const char *name)
{
	volatile long sum = kind;

	sum += name[0];
	return sum;
}

static uint64_t now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

static uint64_t any(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state * 0x2545f4914f6cdd1dULL;
}

/** The target's own programs find what was written, too. */
static void recover(int sig)
{
	siglongjmp(again, sig);
}

static void *call(void *arg)
{
	sigsetjmp(again, 1);
	for (long i = 0; !is_over; i++) {
		first((long)arg, i);
		second((int)(i % 4), "name");
	}
	return NULL;
}

/** Finds the shared memory. */
static void find_region(void)
{
	unsigned long begin, end;
	char line[512];
	FILE *f = fopen("/proc/self/maps", "r");

	while (f && fgets(line, sizeof(line), f))
		if (strstr(line, "rw-s") && strstr(line, "memfd:") &&
		    sscanf(line, "%lx-%lx", &begin, &end) == 2) {
			memory = (uint8_t *)begin;
			size = end - begin;
		}
	if (f)
		fclose(f);
}

static size_t place(void)
{
	size_t n = size, from = 0;

	if (strchr(attack, 'L'))
		n = n < 65536 ? n : 65536;
	else if (strchr(attack, 'E') && n > 262144)
		from = n - 262144, n = 262144;
	return (from + any() % n) & ~(size_t)7;
}

static uint64_t neighbour(void)
{
	return (1ULL << any() % 64) + any() % 3 - 1;
}

static void write_word(char kind)
{
	size_t at = place();
	volatile uint64_t *word = (volatile uint64_t *)(memory + at);
	volatile uint32_t *half = (volatile uint32_t *)word;
	static const int64_t change[] = {1,	    -1,		  8,	-8,	  24,
					 1LL << 32, -(1LL << 32), 4096, 1LL << 20};

	switch (kind) {
	case 'r':
		*word = any();
		break;
	case 's':
		half[any() % 2] = (uint32_t)(any() % 17);
		break;
	case 'b':
		if (any() % 2)
			*word = neighbour();
		else
			half[any() % 2] = (uint32_t)neighbour();
		break;
	case 'm':
		for (int n = 0; n < 512 && !*word; n++)
			word = (volatile uint64_t *)(memory + place());
		if (*word)
			*word += (uint64_t)change[any() % 9];
		break;
	case 'c':
		memmove(memory + (at & ~(size_t)63), memory + (place() & ~(size_t)63), 64);
		break;
	case 'f':
		memset(memory + (at & ~(size_t)4095), any() % 2 ? 0xff : (int)any(), 4096);
		break;
	case 't':
		half[0] = (uint32_t)(any() % 2 ? 1 : getpid() + (int)(any() % 8));
		break;
	default:
		break;
	}
}

static void change_mapping(void)
{
	size_t at = place() & ~(size_t)4095;

	if (strchr(attack, 'p'))
		madvise(memory + at, 4096 * (1 + any() % 64), MADV_REMOVE);
	if (strchr(attack, 'd'))
		mmap(memory + at, 4096, PROT_READ | PROT_WRITE,
		     MAP_FIXED | MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (strchr(attack, 'u') && any() % 64 == 0)
		munmap(memory + at, 4096);
}

static void write_region(uint64_t end)
{
	static const char kinds[] = "rsbmcft";
	const char *kind = attack;

	sigsetjmp(again, 1);
	while (now() < end) {
		for (int n = 0; n < 2000; n++, kind++) {
			if (!*kind)
				kind = attack;
			if (strchr(kinds, *kind))
				write_word(*kind);
		}
		change_mapping();
		usleep(any() % 500);
	}
}

int main(int argc, char **argv)
{
	struct sigaction action = {.sa_handler = recover, .sa_flags = SA_NODEFER};
	static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP};
	pthread_t threads[2];
	uint64_t end;

	attack = argv[1];
	state = strtoull(argv[2], NULL, 0) * 2 + 1;
	for (int i = 0; i < 5; i++)
		sigaction(signals[i], &action, NULL);
	for (long t = 0; t < 2; t++)
		pthread_create(&threads[t], NULL, call, (void *)t);
	puts("ready");
	fflush(stdout);
	end = now() + 60000;
	while (!memory && now() < end) {
		usleep(1000);
		find_region();
	}
	usleep(100000);
	end = now() + strtoull(argv[3], NULL, 0);
	for (int i = 0; strchr(attack, 'k') && i < 2; i++) {
		madvise(memory, size, MADV_DOFORK);
		if (!fork()) {
			state += (uint64_t)i + 1;
			write_region(end);
			_exit(0);
		}
	}
	write_region(end);
	_exit(0);
}
