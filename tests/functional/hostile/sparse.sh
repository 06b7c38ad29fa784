#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# A table of symbols of 6 GB that takes no room on the disk takes none in memory, and no time.
. "$SRCDIR/_common.sh"
python3 - program <<'END'
import struct, sys
with open(sys.argv[1], "r+b") as f:
    data = f.read()
    at, = struct.unpack_from("<Q", data, 0x28)
    size, n = struct.unpack_from("<HH", data, 0x3a)
    for i in range(n):
        kind, = struct.unpack_from("<I", data, at + i * size + 4)
        if kind == 2:  # SHT_SYMTAB
            f.seek(at + i * size + 0x18)
            f.write(struct.pack("<QQ", 1 << 30, 24 << 28))
    f.truncate(8 << 30)
END
start call
bounded 10 -qn 'syscall::getppid:entry /pid == $1/ { ustack(); exit(0); }' "$pid" >stack
grep -q program stack || fail 'no stack'
bounded 10 -lqn 'pid$1:program::entry' "$pid" >/dev/null 2>&1 || true

# So does a table of relocations, which say what an IFUNC has chosen.
kill "$pid"
wait "$pid" || true
cat >program.c <<'END_OF_PROGRAM'
#include <unistd.h>
static int chosen(void) { return getppid(); }
static void *choose(void) { return chosen; }
int chooses(void) __attribute__((ifunc("choose")));
int main(void)
{
	for (;; usleep(1000))
		chooses();
}
END_OF_PROGRAM
gcc -O1 -no-pie -o program program.c || fail 'no program'
python3 - program <<'END'
import struct, sys
with open(sys.argv[1], "r+b") as f:
    data = f.read()
    at, = struct.unpack_from("<Q", data, 0x28)
    size, n = struct.unpack_from("<HH", data, 0x3a)
    for i in range(n):
        kind, = struct.unpack_from("<I", data, at + i * size + 4)
        if kind == 4:  # SHT_RELA
            f.seek(at + i * size + 0x18)
            f.write(struct.pack("<QQ", 1 << 20, 64 << 30))
    f.truncate((64 << 30) + (1 << 20))
END
start
bounded 10 -lqn 'pid$1:program:chooses:entry' "$pid" >said 2>&1 && fail 'relocations that are not there say what was chosen'
grep -q 'an IFUNC for which the process has chosen no function' said || fail "$(cat said)"
