#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# needs: x86-64
# A program with a huge .eh_frame, which makes every unwinder execute some gigabytes of instructions, and
# a program whose .eh_frame is noise: dtrace traces both, with bounded memory.
cat >"$TMPDIR/prog.c" <<'EOF'
#include <unistd.h>
int main(void) { for (int i = 0; i < 100; i++) getppid(); return 0; }
EOF
forge() # PYTHON
{
	python3 -c "$1" >"$TMPDIR/frames"
	echo ".section .eh_frame,\"a\",@progbits; .incbin \"$TMPDIR/frames\"" >"$TMPDIR/frames.s"
	rm -f "$TMPDIR/out"
	cc -fno-asynchronous-unwind-tables "$TMPDIR/prog.c" "$TMPDIR/frames.s" -Wl,--no-ld-generated-unwind-info,--no-eh-frame-hdr \
		-o "$TMPDIR/prog" 2>"$TMPDIR/linker" || { cat "$TMPDIR/linker"; return; }
	(
		ulimit -v 1000000
		"$DTRACE" -v -q -x unwindsize=1m -o "$TMPDIR/out" -c "$TMPDIR/prog" -n '
			syscall::getppid:entry /pid == $target/ { @ = count(); @stacks[ustack()] = count(); }
			END { printa("%@u calls\n", @); trunc(@stacks); }' 2>"$TMPDIR/err" >"$TMPDIR/stability"
	)
	grep calls "$TMPDIR/out"
	sed -n 's/.* \([0-9]*\) KB of tables.*/\1/p' "$TMPDIR/err" | awk '{ print ($1 <= 1024 ? "in bounds" : $1 " KB") }'
}

forge '
import struct, sys
cie = struct.pack("<II", 4000, 0) + bytes([1, 0, 1, 0x78, 16, 0x0c, 7, 8, 0x90, 1])
out = bytearray(cie + bytes(4004 - len(cie)))
for i in range(500000):
    out += struct.pack("<IIQQ", 20, len(out) + 4, 0x400000 + 16 * i, 16)
sys.stdout.buffer.write(out)'
forge '
import random, struct, sys
random.seed(1)
out = b"".join(struct.pack("<I", n) + random.randbytes(n) for n in (random.randrange(4, 60) for i in range(100000)))
sys.stdout.buffer.write(out)'
# output:
# 100 calls
# in bounds
# 100 calls
# in bounds
