#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# engine: in the kernel, as its probes
# The variable of a library, opened while dtrace traces: with each form of access that compilers generate, in static and
# in dynamic memory for thread-local variables, and with no context in a thread that never used it.

# The options for descriptors and for the general model; each is the default of one processor.
dialect=gnu2 general=
[ "$CALLS" = x64 ] || dialect=desc general=-mtls-dialect=trad
build() {
	gcc -O1 -fPIC -shared "${@:2}" "$SRCDIR/_traceid_library.c" -o "$TMPDIR/$1.so" || exit 1
}

follow() {
	"$DTRACE" -q -w -n 'syscall::getppid:entry /pid == $target && arg0 == 9 && traceid != ""/ { raise(SIGUSR1); }
	syscall::getppid:entry /pid == $target && arg0 < 9/ { printf("%d [%s] [%s]\n", arg0, traceid, spanid); }' \
		-c "$WORKLOAD $*" | grep . >"$TMPDIR/seen"
	cmp -s "$TMPDIR/first" "$TMPDIR/seen" 2>/dev/null && echo "the same" && return
	cat "$TMPDIR/seen"
	[ -e "$TMPDIR/first" ] || cp "$TMPDIR/seen" "$TMPDIR/first"
}

build descriptor -DLARGE=0 -mtls-dialect=$dialect
build large -DLARGE=100000 -mtls-dialect=$dialect
build module -DLARGE=0 $general
build large_module -DLARGE=100000 $general
build offset -DLARGE=0 -ftls-model=initial-exec
build own -DLARGE=100000 -Wl,-Bsymbolic
for i in descriptor large module large_module offset own; do
	echo "$i"
	follow "$TMPDIR/$i.so"
done
# output:
# descriptor
# 1 [] []
# 2 [a0a1a2a3a4a5a6a7a8a9aaabacadaeaf] [99928b847d766f68]
# 3 [d0d1d2d3d4d5d6d7d8d9dadbdcdddedf] [c9c2bbb4ada69f98]
# 4 [] []
# 5 [] []
# large
# the same
# module
# the same
# large_module
# the same
# offset
# the same
# own
# the same
