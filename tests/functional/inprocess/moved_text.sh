# SPDX-License-Identifier: BSD-2-Clause
# While it is traced, a program puts anonymous memory with a copy of its text, jumps included, in the place of its text, as programs do
# that want large pages. The jumps go when tracing ends, and the program runs on.
. "$SRCDIR/_inside.sh"
cat >"$TMPDIR/moves.c" <<'END'
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
__attribute__((noinline)) long first(long a) { volatile long sum = a; return sum + 1; }
__attribute__((noinline)) long second(long a) { volatile long sum = a; return sum + 2; }
int main(void)
{
	void *page = (void *)((uintptr_t)first & ~4095UL);
	void *copy = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	long wrong = first(1) != 2;

	puts("ready");
	fflush(stdout);
	for (int c; (c = getchar()) != EOF;) {
		if (c == 'm') {
			memcpy(copy, page, 4096);
			mprotect(copy, 4096, PROT_READ | PROT_EXEC);
			wrong += mremap(copy, 4096, 4096, MREMAP_MAYMOVE | MREMAP_FIXED, page) != page;
		}
		wrong += first(c) != c + 1 || second(c) != c + 2;
		if (c == 'm') {
			puts("moved");
			fflush(stdout);
		}
	}
	return wrong != 0;
}
END
cc -O1 -o "$TMPDIR/moves" "$TMPDIR/moves.c" || exit 1
start_target "$TMPDIR/moves"
start_tracing 'pid$target:moves:first:entry, pid$target:moves:second:entry { @[probefunc] = count(); } tick-10ms /!begun++/ { printf("ready\n"); }'
echo m >&3
read -r line <&4
kill -INT "$dtrace"; wait "$dtrace"
cat <&5
python3 - "$target" "$TMPDIR/moves" <<'END'
import sys
pid, path = sys.argv[1:]
with open(f"/proc/{pid}/maps") as maps:
    begin = int(next(line for line in maps if line.endswith("/moves\n")).split("-")[0], 16)
with open(f"/proc/{pid}/mem", "rb") as memory, open(path, "rb") as file:
    memory.seek(begin + 4096)
    file.seek(4096)
    print("text:", "same" if memory.read(4096) == file.read(4096) else "differs")
END
echo go >&3
exec 3>&- 5<&-
wait "$target"; echo "status $?"
# output:
#
#
#   first                                                             2
#   second                                                            2
# text: same
# status 0
