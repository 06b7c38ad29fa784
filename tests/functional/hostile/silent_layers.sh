#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# The same where that file system is a layer of an overlay, and of an overlay over that: a request to the overlay
# waits for all its layers.
. "$SRCDIR/_common.sh"
serve "$TMPDIR/program"
mkdir upper work over top beside
mounted=("$TMPDIR/top" "$TMPDIR/over")
mount -t overlay overlay -o lowerdir=files,upperdir=upper,workdir=work over ||
	{ echo 'this kernel has no overlays'; exit 77; }
mount -t overlay overlay -o lowerdir=over:beside top ||
	fail 'no overlay over an overlay'
run over/file call
lower=$pid
run top/file call
upper=$pid
"$DTRACE" -qn 'syscall::getppid:entry /pid == $1/ { exit(0); }' $lower >out
fall_silent

for pid in $lower $upper; do
	bounded 20 -n 'syscall::getppid:entry /pid == $1/ { @[ufunc(arg0), ustack()] = count(); exit(0); }' $pid \
		>/dev/null 2>notices || fail "stacks: $(cat notices)"
	grep -q 'the symbols of .*/file .*were not read.*FUSE' notices || fail "$(cat notices)"
	bounded 20 -lvvn 'pid$1:::entry' $pid >list 2>skipped
	grep -q 'libc.so.6' list || fail "no other file of it: $(cat skipped)"
	grep -q 'skipped pid:file:.*FUSE' skipped || fail "nothing was said: $(cat skipped)"
done
# output:
