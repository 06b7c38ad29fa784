// SPDX-License-Identifier: BSD-2-Clause
// disk DEVICE: past the page cache, writes 5 times two pages and reads 3 times three; then writes
// two pages to the cache and has each of them written without waiting for it. Between close(-1000)
// and close(-1001).
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PAGE = 4096 };

int main(int argc, char **argv)
{
	int direct = open(argv[1], O_RDWR | O_DIRECT), cached = open(argv[1], O_RDWR), ok = 0;
	char *text = aligned_alloc(PAGE, 3 * PAGE);

	memset(text, 'x', 3 * PAGE);
	close(-1000);
	for (int i = 0; i < 5; i++)
		ok += pwrite(direct, text, 2 * PAGE, i * 16 * PAGE) == 2 * PAGE;
	for (int i = 0; i < 3; i++)
		ok += pread(direct, text, 3 * PAGE, i * 16 * PAGE) == 3 * PAGE;
	for (int i = 0; i < 2; i++) {
		off_t at = (100 + 16 * i) * PAGE;

		ok += pwrite(cached, text, PAGE, at) == PAGE;
		ok += !sync_file_range(cached, at, PAGE, SYNC_FILE_RANGE_WRITE);
	}
	close(-1001);
	return ok != 12;
}
