/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A fuzzer without an engine: FUZZER SECONDS DIRECTORY...  or  FUZZER -r FILE
 *
 * Passes every seed to LLVMFuzzerTestOneInput(), then mutations of the seeds until the time is up:
 * bytes changed, pieces cut, doubled or taken from another seed. The generator is seeded from the
 * clock and prints its seed. The input under test is in a file, whose name is printed, so a crash
 * can be repeated (-r FILE runs only that input). Built with the sanitizers, this is the smoke test
 * of `make check`. For long campaigns, compile the same fuzz_*.c with clang -fsanitize=fuzzer.
 */
#include "base/vec.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT_LIMIT = 64 * 1024 };

struct input {
	uint8_t *data;
	size_t size;
};

static dt_vec(struct input) seeds;
static uint64_t random_state;

// The input under test: a shared mapping of a file, which outlives a crash.
static struct {
	uint64_t size;
	uint8_t data[INPUT_LIMIT];
} * current;

/** Returns a random number below `n`, which is not 0, by xorshift64*. */
static size_t random_below(size_t n)
{
	random_state ^= random_state >> 12;
	random_state ^= random_state << 25;
	random_state ^= random_state >> 27;
	return (size_t)((random_state * 0x2545f4914f6cdd1d) >> 16) % n;
}

static void load_input(const char *path)
{
	dt_cleanup(dt_close_p) int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;

	if (fd < 0 || fstat(fd, &st) || !S_ISREG(st.st_mode) || st.st_size > INPUT_LIMIT)
		return;
	struct input in = {dt_malloc((size_t)st.st_size), (size_t)st.st_size};
	if (read(fd, in.data, in.size) == (ssize_t)in.size)
		dt_vec_push(&seeds, in);
	else
		free(in.data);
}

static void load_tree(const char *path)
{
	DIR *dir = opendir(path);
	struct dirent *e;

	if (!dir) {
		load_input(path);
		return;
	}
	while ((e = readdir(dir))) {
		if (e->d_name[0] == '.')
			continue;
		dt_cleanup(dt_free_p) char *below = dt_asprintf("%s/%s", path, e->d_name);
		load_tree(below);
	}
	closedir(dir);
}

/** Replaces `cut` bytes at `at` of the current input by `size` bytes of `data`. */
static void replace_piece(size_t at, size_t cut, const uint8_t *data, size_t size)
{
	if (current->size - cut + size > INPUT_LIMIT)
		return;
	memmove(current->data + at + size, current->data + at + cut, current->size - at - cut);
	if (size)
		memcpy(current->data + at, data, size);
	current->size += size - cut;
}

static void mutate_input(void)
{
	static const char marks[] = "\0\xff\x80()[]{}<>/\\\"'`@:;,*?$#%&|^~!=+-0123456789\n eExX";
	static uint8_t piece[256];
	size_t at = random_below(current->size + 1), rest = current->size - at;

	switch (random_below(5)) {
	case 0: // one byte for another
		if (rest)
			current->data[at] ^= (uint8_t)(1 << random_below(8));
		break;
	case 1: // a byte with a special meaning
		replace_piece(at, rest ? random_below(2) : 0,
			      (const uint8_t *)marks + random_below(sizeof(marks) - 1), 1);
		break;
	case 2: // cut
		replace_piece(at, random_below((rest < 32 ? rest : 32) + 1), NULL, 0);
		break;
	case 3: { // double
		size_t size = random_below((rest < sizeof(piece) ? rest : sizeof(piece)) + 1);

		memcpy(piece, current->data + at, size);
		replace_piece(at, 0, piece, size);
		break;
	}
	default: { // a piece of another seed
		const struct input *from = &seeds.data[random_below(seeds.len)];
		size_t begin = random_below(from->size + 1);
		size_t size = random_below((from->size - begin < 64 ? from->size - begin : 64) + 1);

		replace_piece(at, 0, from->data + begin, size);
		break;
	}
	}
}

/** Tests a copy on the heap, so that the sanitizer detects a read past its end. */
static void test_current(void)
{
	dt_cleanup(dt_free_p) uint8_t *copy = malloc(current->size ? current->size : 1);

	memcpy(copy, current->data, current->size);
	LLVMFuzzerTestOneInput(copy, current->size);
}

static void set_current(const struct input *in)
{
	current->size = in->size;
	memcpy(current->data, in->data, in->size);
}

static char current_path[] = "/tmp/fuzz-input.XXXXXX";

/** Maps the file `again`, or a new one. */
static bool map_current(const char *again)
{
	dt_cleanup(dt_close_p) int fd =
	    again ? open(again, O_RDWR | O_CLOEXEC) : mkostemp(current_path, O_CLOEXEC);

	if (fd < 0 || ftruncate(fd, sizeof(*current)))
		return false;
	current = mmap(NULL, sizeof(*current), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	return current != MAP_FAILED;
}

int main(int argc, char **argv)
{
	struct timespec now;
	const char *again = argc == 3 && !strcmp(argv[1], "-r") ? argv[2] : NULL;

	if (argc < 2 || !map_current(again)) {
		fprintf(stderr, "usage: %s SECONDS DIRECTORY... | -r FILE\n", argv[0]);
		return 2;
	}
	if (again) {
		test_current();
		return 0;
	}
	for (int i = 2; i < argc; i++)
		load_tree(argv[i]);
	dt_vec_push(&seeds, (struct input){dt_zalloc(1), 0});
	printf("repeat a failure with: %s -r %s\n", argv[0], current_path);
	fflush(stdout);

	dt_vec_foreach (&seeds, seed) {
		set_current(seed);
		test_current();
	}
	clock_gettime(CLOCK_MONOTONIC, &now);
	time_t end = now.tv_sec + atoi(argv[1]);
	random_state = (uint64_t)now.tv_nsec * 2 + 1;
	printf("%zu seeds; random state %#jx\n", seeds.len, (uintmax_t)random_state);

	size_t runs = 0;
	for (; now.tv_sec < end; runs++, clock_gettime(CLOCK_MONOTONIC, &now)) {
		set_current(&seeds.data[random_below(seeds.len)]);
		for (size_t n = 1 + random_below(8); n; n--)
			mutate_input();
		test_current();
	}
	printf("%zu mutations\n", runs);
	unlink(current_path);
	dt_vec_foreach (&seeds, seed)
		free(seed->data);
	dt_vec_deinit(&seeds);
	return 0;
}
