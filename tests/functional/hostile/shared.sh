#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# Debug information that refers to another file for its names, which is a FIFO: dtrace does not wait for it, and treats
# it as absent.
. "$SRCDIR/_common.sh"
cat >program.c <<'END_OF_PROGRAM'
#include <unistd.h>
__attribute__((noinline)) int work(int n) { usleep(1000); return n + 1; }
int main(void) { for (int i = 0;; i++) work(i); }
END_OF_PROGRAM
gcc -O1 -S -o program.s program.c || fail 'no program'
# A unit, whose name is shared (DW_FORM_GNU_strp_alt), with the function, whose name and parameter are.
cat >>program.s <<END_OF_INFORMATION
	.section .debug_abbrev, "", @progbits
	.uleb128 1, 0x11; .byte 1; .uleb128 0x03, 0x1f21, 0x11, 0x01, 0x12, 0x07, 0, 0
	.uleb128 2, 0x2e; .byte 1; .uleb128 0x3f, 0x19, 0x03, 0x1f21, 0x27, 0x19, 0x11, 0x01, 0x12, 0x07, 0, 0
	.uleb128 3, 0x05; .byte 0; .uleb128 0x03, 0x1f21, 0x49, 0x1f20, 0, 0
	.byte 0
	.section .debug_info, "", @progbits
	.long 2f - 1f
1:	.2byte 4
	.long 0
	.byte 8
	.uleb128 1; .long 0; .quad work, 4096
	.uleb128 2; .long 0; .quad work, 64
	.uleb128 3; .long 0, 11
	.byte 0, 0
2:
	.section .gnu_debugaltlink, "", @progbits
	.asciz "$TMPDIR/fifo"
	.ascii "01234567890123456789"
END_OF_INFORMATION
gcc -o program program.s || fail 'no program'
mkfifo -m 666 fifo
start
said=$(bounded 10 -qn 'pid$1:program:work:entry { trace(args[0]); }' "$pid" 2>&1)
grep -q 'the program has no debug information' <<<"$said" || fail "$said"
bounded 10 -qx stacklines -n 'pid$1:program:work:entry { ustack(1); exit(0); }' "$pid" >stack 2>&1
grep -q 'program`work' stack || fail "$(cat stack)"
# output:
