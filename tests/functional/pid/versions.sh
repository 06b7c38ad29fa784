#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# A library's own symbol table names versions, which are not part of a function's name, and its
# debug information describes functions in two parts: the rarely executed part is elsewhere. Its
# types are found by name.
cat >"$TMPDIR/lib.c" <<'EOF'
#include <stdlib.h>
struct of_library { int n; char c; } of_library;
__asm__(".symver first, plain@@V1");
int first(int n);
int first(int n) { return n; }
__attribute__((cold, noipa)) void seldom(const char *why);
__attribute__((cold, noipa)) void seldom(const char *why) { abort(); }
int cold(const char *text)
{
	if (*text != 't') {
		seldom(text);
		seldom("twice");
	}
	return 4;
}
EOF
cd "$TMPDIR" || exit 1
echo 'V1 { global: plain; cold; local: *; };' >map
gcc -g -O2 -shared -fPIC -Wl,--version-script=map -o lib.so lib.c || exit 1
nm lib.so | grep -q 'plain@@V1' || { echo 'the table names no version'; exit 77; }
nm lib.so | grep -q 'cold\.cold' || { echo 'the function is in one part'; exit 77; }
cc -o main -x c - -x none ./lib.so <<'EOF' || exit 1
int plain(int), cold(const char *);
int main(void) { return plain(3) + cold("text") != 7; }
EOF
"$DTRACE" -q -c ./main -n '
pid$target:lib.so:plain:entry { printf("%s %d ", probefunc, arg0); printf("%A\n", uregs[R_PC]); }
pid$target:lib.so:cold:entry { printf("%s %d\n", stringof(args[0]), sizeof(struct of_library)); }'
# output:
# plain 3 lib.so`plain
# text 8
#
