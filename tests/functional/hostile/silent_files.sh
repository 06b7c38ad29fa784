#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# A program in a file system of an ordinary user, whose server stops answering, delays neither stacks
# nor matches, nor does a debug link or a path into it. dtrace reports what it skips.
. "$SRCDIR/_common.sh"
mkdir beside
strip -o beside/program program
echo >beside/file
objcopy --add-gnu-debuglink=beside/file beside/program
rm beside/file
serve "$TMPDIR/program"

run files/file call
served=$pid
# Each has its whole code in memory, and continues.
ln -s "$TMPDIR/files/file" beside/file
run beside/program call
linked=$pid
mkdir covered
cp program covered/program
run covered/program call
covered=$pid
mount --bind files covered
mounted=("$TMPDIR/covered")
"$DTRACE" -qn 'syscall::getppid:entry /pid == $1/ { exit(0); }' $served >out
fall_silent

for pid in $served $linked $covered; do
	bounded 20 -n 'syscall::getppid:entry /pid == $1 && n++ < 5/ { ustack(); @[ufunc(arg0), ustack()] = count(); }
	syscall::getppid:entry /pid == $1 && n >= 5/ { exit(0); }' $pid >"stacks.$pid" 2>"notices.$pid" ||
		fail "stacks: $(cat "notices.$pid")"
	bounded 20 -lvvn 'pid$1:::entry' $pid >"list.$pid" 2>"skipped.$pid"
	bounded 20 -en 'pid$1:a.out::entry' $pid >/dev/null 2>"refused.$pid"
	bounded 20 -ln '*:file::' >/dev/null 2>&1
done
grep -q 'the symbols of .*/files/file were not read.*FUSE' "notices.$served" || fail "$(cat "notices.$served")"
grep -q 'libc.so.6' "list.$served" || fail "no other file of it: $(cat "skipped.$served")"
grep -q ' file  ' "list.$served" && fail 'its file was read'
grep -q 'skipped pid:file:.*FUSE' "skipped.$served" || fail "nothing was said: $(cat "skipped.$served")"
grep -q 'does not read a.out.*FUSE' "refused.$served" || fail "nothing was said: $(cat "refused.$served")"
grep -q 'program`' "stacks.$covered" || fail "$(cat "stacks.$covered")"
# output:
