#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# A table of symbols of 6 GB that takes no room on the disk takes none in memory, and no time.
. "$SRCDIR/_common.sh"
python3 "$SRCDIR/_sections.py" program hole 2 $((6 << 30)) # SHT_SYMTAB
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
python3 "$SRCDIR/_sections.py" program hole 4 $((64 << 30)) # SHT_RELA
start
bounded 10 -lqn 'pid$1:program:chooses:entry' "$pid" >said 2>&1 && fail 'relocations that are not there say what was chosen'
grep -q 'an IFUNC for which the process has chosen no function' said || fail "$(cat said)"
# output:
