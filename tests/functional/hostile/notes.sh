#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# Notes without end: many USDT probes with many types take a moment, and sections that are holes neither memory nor time.
. "$SRCDIR/_common.sh"
cat >program.c <<'END_OF_PROGRAM'
#include <unistd.h>
int main(void)
{
	for (;; usleep(1000))
		;
}
END_OF_PROGRAM
cat >forge.py <<'END_OF_FORGE'
"""forge.py: the notes of MANY probes of prov, and of as many that are only declared."""
import struct, sys

MANY = 30000


def note(owner, kind, text):
    owner += b"\0"
    head = struct.pack("<III", len(owner), len(text), kind) + owner
    return head + b"\0" * (-len(head) % 4) + text + b"\0" * (-len(text) % 4)


main = int(sys.argv[1], 16)
sites = b"".join(note(b"stapsdt", 3, struct.pack("<QQQ", main, 0, 0) + b"prov\0p%d\0\0" % i) for i in range(MANY))
types = b"prov\0" + b"\0" * 5 + b"".join(b"q%d\0int\0\0000:int\0\0" % i for i in range(MANY))
open("sites.bin", "wb").write(sites)
open("types.bin", "wb").write(note(b"dtrace", 1, types))
END_OF_FORGE
gcc -O1 -no-pie -o program program.c || fail 'no program'
python3 forge.py "$(nm program | awk '$3 == "main" { print $1 }')"
cp program plain
objcopy --add-section .note.stapsdt=sites.bin --add-section .note.dtrace=types.bin program || fail 'no notes'
start
bounded 3 -lqn 'prov$1:::' "$pid" >list || fail "the probes were not listed: $(cat list)"
[ "$(grep -c ' main p' list)" = 30000 ] || fail "$(wc -l <list) lines"
kill "$pid"
wait "$pid" || true

# A thousand sections of 64 MB, all of them the same hole after the file's contents.
cp plain program
objcopy --add-section .note.stapsdt=sites.bin program || fail 'no notes'
python3 "$SRCDIR/_sections.py" program repeat .note.stapsdt 1000 $((64 << 20))
start
ulimit -v $((8 << 20)) # KB
bounded 3 -lqn 'prov$1:::' "$pid" >list || fail "the probes were not listed: $(cat list)"
[ "$(grep -c ' main p' list)" = 30000 ] || fail "of the file with holes $(wc -l <list) lines"
kill "$pid"
wait "$pid" || true

# The 32 GB of holes contain no build id.
cp plain program
python3 "$SRCDIR/_sections.py" program hole 7 $((32 << 30)) # SHT_NOTE
start
bounded 3 -lqn 'pid$1:program:main:entry' "$pid" >list || fail "the function was not listed: $(cat list)"
grep -q main list || fail "$(cat list)"
# output:
