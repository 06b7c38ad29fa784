#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# needs: x86-64
# The linker's resolver aligns its stack, and finds its frame again by a register that its callees have saved.
cat >"$TMPDIR/lazy.c" <<'END'
#include "_call.h"
#include <sys/syscall.h>
static int zero(void) { return 0; }
static int (*choose(void))(void)
{
	RAW_CALL(SYS_getppid);
	return zero;
}
int chosen(void) __attribute__((ifunc("choose")));
END
echo 'int chosen(void); int main(void) { return chosen() + chosen(); }' >"$TMPDIR/program.c"
gcc -I../common -O1 -fomit-frame-pointer -fPIC -shared "$TMPDIR/lazy.c" -o "$TMPDIR/lazy.so" &&
	gcc -O1 -fomit-frame-pointer -Wl,-z,lazy "$TMPDIR/program.c" "$TMPDIR/lazy.so" -o "$TMPDIR/program" || exit 1
env -u LD_BIND_NOW "$DTRACE" -q -c "$TMPDIR/program" -n 'syscall::getppid:entry /pid == $target/ { ustack(20); }' |
	sed 's/+0x[0-9a-f]*$//; s/^  *//' | grep -E '^(lazy.so|program)`|resolve|^\?$' | sed 's/.*resolve_.*/the resolver/'
# output:
# lazy.so`chosen
# the resolver
# program`main
# program`_start
