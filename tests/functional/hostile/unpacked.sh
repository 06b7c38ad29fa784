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
# A frame, and getpid().
frame='push %rbp; mov %rsp, %rbp; mov $39, %eax; syscall; pop %rbp; ret'
[ "$CALLS" = x64 ] || frame='stp x29, x30, [sp, #-16]!; mov x29, sp; mov x8, #172; svc #0; ldp x29, x30, [sp], #16; ret'
cat >work.s <<END_OF_WORK
	.text
	.globl work
	.type work, @function
work:	$frame
	.size work, . - work
	.section .debug_info, "", @progbits
	.zero BYTES
	.section .note.GNU-stack, "", @progbits
END_OF_WORK

check() { # what the file is
	start
	said=$(bounded 10 -qn 'pid$1:program:work:entry { trace(args[0]); }' "$pid" 2>&1)
	grep -q 'the debug information exceeds the size that such a file can hold' <<<"$said" || fail "$1: $said"
	bounded 10 -qx stacklines -n 'pid$1:program:work:entry { ustack(1); exit(0); }' "$pid" >stack 2>said ||
		fail "$1: $(cat said)"
	grep -q 'program`work' stack || fail "$1: $(cat stack)"
	grep -q 'the debug information of .*/program exceeds' said || fail "$1: $(cat said)"
	kill "$pid"
	wait "$pid" || true
}

sed -i 's/BYTES/256 << 20/' work.s
gcc -O1 -Wl,--compress-debug-sections=zlib -o program program.c work.s || fail 'no program'
[ "$(stat -c %s program)" -lt 4000000 ] || fail 'it is not compressed'
check compressed

sed -i 's/256 << 20/16/' work.s
gcc -O1 -o program program.c work.s || fail 'no program'
python3 "$SRCDIR/_sections.py" program hole .debug_info $((3 << 30))
check 'full of holes'

gcc -O1 -o program program.c work.s || fail 'no program'
python3 "$SRCDIR/_sections.py" program announce $((1 << 25))
check 'of countless sections'
# output:
