#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# Debug information that is small on the disk and large in memory, compressed, full of holes or of countless sections, is
# not read; probes and names need none.
. "$SRCDIR/_common.sh"
cat >program.c <<'END_OF_PROGRAM'
#include <unistd.h>
void work(void);
int main(void)
{
	for (;; usleep(1000))
		work();
}
END_OF_PROGRAM
cat >work.s <<'END_OF_WORK'
	.text
	.globl work
	.type work, @function
work:	push %rbp
	mov %rsp, %rbp
	mov $39, %eax
	syscall
	pop %rbp
	ret
	.size work, . - work
	.section .debug_info, "", @progbits
	.zero BYTES
	.section .note.GNU-stack, "", @progbits
END_OF_WORK

check() { # what the file is
	start
	said=$(bounded 10 -qn 'pid$1:program:work:entry { trace(args[0]); }' "$pid" 2>&1)
	grep -q 'the debug information is larger than such a file can hold' <<<"$said" || fail "$1: $said"
	bounded 10 -qx stacklines -n 'pid$1:program:work:entry { ustack(1); exit(0); }' "$pid" >stack 2>said ||
		fail "$1: $(cat said)"
	grep -q 'program`work' stack || fail "$1: $(cat stack)"
	grep -q 'the debug information of .*/program is larger' said || fail "$1: $(cat said)"
	kill "$pid"
	wait "$pid" || true
}

sed -i 's/BYTES/256 << 20/' work.s
gcc -O1 -Wl,--compress-debug-sections=zlib -o program program.c work.s || fail 'no program'
[ "$(stat -c %s program)" -lt 4000000 ] || fail 'it is not compressed'
check compressed

sed -i 's/256 << 20/16/' work.s
gcc -O1 -o program program.c work.s || fail 'no program'
python3 - program <<'END_OF_HOLE'
import struct, sys
with open(sys.argv[1], "r+b") as f:
    data = f.read()
    at, = struct.unpack_from("<Q", data, 0x28)
    size, n, names = struct.unpack_from("<HHH", data, 0x3a)
    texts = struct.unpack_from("<24xQ", data, at + names * size)[0]
    for i in range(n):
        name, = struct.unpack_from("<I", data, at + i * size)
        if data[texts + name:].startswith(b".debug_info\0"):
            f.seek(at + i * size + 0x18)
            f.write(struct.pack("<QQ", 1 << 30, 3 << 30))
    f.truncate(4 << 30)
END_OF_HOLE
check 'full of holes'

gcc -O1 -o program program.c work.s || fail 'no program'
python3 - program <<'END_OF_SECTIONS'
import struct, sys
MANY = 1 << 25
with open(sys.argv[1], "r+b") as f:
    data = f.read()
    at, = struct.unpack_from("<Q", data, 0x28)
    size, n = struct.unpack_from("<HH", data, 0x3a)
    table = bytearray(data[at:at + n * size])
    struct.pack_into("<Q", table, 0x20, MANY)  # where the header says none
    f.seek(len(data))
    f.write(table)
    f.seek(0x28)
    f.write(struct.pack("<Q", len(data)))
    f.seek(0x3c)
    f.write(struct.pack("<H", 0))
    f.truncate(len(data) + MANY * size)
END_OF_SECTIONS
check 'of countless sections'
