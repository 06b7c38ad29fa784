/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * instructions KIND ROUNDS: the load of bench/instructions. Prints a checksum and, on stderr, the
 *seconds of processor time that the work took. KIND:
 *
 *	sha256	hashes a buffer: long blocks
 *	code	interprets a bytecode: a jump through a table every few instructions
 *	sort	qsort() of its own with a comparison by pointer: short blocks and calls
 *	alarm	a loop, and a handler of SIGALRM every millisecond
 */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

// ---- sha256

static const uint32_t table[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate(uint32_t x, int n)
{
	return x >> n | x << (32 - n);
}

__attribute__((noinline)) static void hash_block(uint32_t state[8], const uint8_t *block)
{
	uint32_t w[64], v[8];

	for (int i = 0; i < 16; i++)
		w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
		       (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
	for (int i = 16; i < 64; i++)
		w[i] = w[i - 16] + w[i - 7] +
		       (rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ w[i - 15] >> 3) +
		       (rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ w[i - 2] >> 10);
	memcpy(v, state, sizeof(v));
	for (int i = 0; i < 64; i++) {
		uint32_t a = v[7] + (rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25)) +
			     ((v[4] & v[5]) ^ (~v[4] & v[6])) + table[i] + w[i];
		uint32_t b = (rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22)) +
			     ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));

		memmove(v + 1, v, 7 * sizeof(*v));
		v[4] += a;
		v[0] = a + b;
	}
	for (int i = 0; i < 8; i++)
		state[i] += v[i];
}

static uint64_t run_sha256(unsigned rounds)
{
	uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
			     0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
	uint8_t block[64];

	for (unsigned i = 0; i < rounds; i++) {
		memset(block, (int)i, sizeof(block));
		hash_block(state, block);
	}
	return state[0];
}

// ---- an interpreter

enum op { PUSH, ADD, SUB, DUP, SWAP, LESS, BRANCH, LOAD, STORE, STOP };

__attribute__((noinline)) static uint64_t interpret(const int *code, int64_t *vars)
{
	int64_t stack[16], *top = stack;

	for (const int *at = code;;)
		switch ((enum op) * at++) {
		case PUSH:
			*top++ = *at++;
			break;
		case ADD:
			top--;
			top[-1] += *top;
			break;
		case SUB:
			top--;
			top[-1] -= *top;
			break;
		case DUP:
			*top = top[-1];
			top++;
			break;
		case SWAP: {
			int64_t last = top[-1];

			top[-1] = top[-2];
			top[-2] = last;
			break;
		}
		case LESS:
			top--;
			top[-1] = top[-1] < *top;
			break;
		case BRANCH:
			if (*--top)
				at = code + *at;
			else
				at++;
			break;
		case LOAD:
			*top++ = vars[*at++];
			break;
		case STORE:
			vars[*at++] = *--top;
			break;
		case STOP:
			return (uint64_t)vars[0];
		}
}

static uint64_t run_code(unsigned rounds)
{
	// do { a += i; i++ } while (i < n)
	static const int code[] = {LOAD, 0,   LOAD,  1, ADD,  STORE, 0,	   LOAD,   1, PUSH, 1,
				   ADD,	 DUP, STORE, 1, LOAD, 2,     LESS, BRANCH, 0, STOP};
	int64_t vars[3] = {0, 0, rounds};

	return interpret(code, vars);
}

// ---- sort

__attribute__((noinline)) static int compare(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

__attribute__((noinline)) static void sort(uint32_t *data, size_t n,
					   int (*order)(const void *, const void *))
{
	while (n > 1) {
		uint32_t pivot = data[(n - 1) / 2];
		size_t i = 0, j = n - 1;

		for (;;) {
			while (order(&data[i], &pivot) < 0)
				i++;
			while (order(&data[j], &pivot) > 0)
				j--;
			if (i >= j)
				break;
			uint32_t t = data[i];

			data[i++] = data[j];
			data[j--] = t;
		}
		sort(data, j + 1, order);
		data += j + 1;
		n -= j + 1;
	}
}

static uint64_t run_sort(unsigned rounds)
{
	uint32_t *data = malloc(rounds * sizeof(*data)), x = 1;
	uint64_t sum = 0;

	for (unsigned i = 0; i < rounds; i++) {
		x = x * 1664525 + 1013904223;
		data[i] = x;
	}
	sort(data, rounds, compare);
	for (unsigned i = 0; i < rounds; i++)
		sum = sum * 31 + data[i];
	free(data);
	return sum;
}

// ---- alarm

static volatile sig_atomic_t alarms;

__attribute__((noinline)) static void on_alarm(int number)
{
	(void)number;
	alarms = alarms + 1;
}

static uint64_t run_alarm(unsigned rounds)
{
	struct itimerval often = {{0, 1000}, {0, 1000}}, never = {{0, 0}, {0, 0}};
	uint64_t sum = 0;

	signal(SIGALRM, on_alarm);
	setitimer(ITIMER_REAL, &often, NULL);
	for (unsigned i = 0; i < rounds; i++)
		sum = (sum ^ i) * 0x9e3779b97f4a7c15;
	setitimer(ITIMER_REAL, &never, NULL);
	return sum;
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		uint64_t (*run)(unsigned);
	} kinds[] = {
	    {"sha256", run_sha256}, {"code", run_code}, {"sort", run_sort}, {"alarm", run_alarm}};
	struct timespec start, end;

	for (size_t i = 0; argc > 2 && i < sizeof(kinds) / sizeof(*kinds); i++) {
		if (strcmp(argv[1], kinds[i].name) != 0)
			continue;
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
		printf("%llx\n", (unsigned long long)kinds[i].run((unsigned)atoi(argv[2])));
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
		fprintf(stderr, "seconds %.7f\n",
			(double)(end.tv_sec - start.tv_sec) +
			    (double)(end.tv_nsec - start.tv_nsec) / 1e9);
		return 0;
	}
	return 2;
}
