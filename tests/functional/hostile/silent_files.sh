#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# A program that lies in a file system of an ordinary user, whose server stops answering, delays nobody:
# neither stacks nor matches, nor a debug link or a path that leads there. What is left out is said.
. "$SRCDIR/_common.sh"
mkdir files beside
strip -o beside/program program
echo >beside/file
objcopy --add-gnu-debuglink=beside/file beside/program
rm beside/file
coproc server { exec "$WORKLOADS/hang" "$TMPDIR/files" 65534 "$TMPDIR/program"; }
hang=$server_PID
exec {said}<&"${server[0]}" {to}>&"${server[1]}"
read -r line <&"$said" || { echo 'there is no FUSE'; exit 77; }
trap 'kill $hang $(jobs -p) 2>/dev/null; umount -l "$TMPDIR/files"' EXIT
await() { until [ "$(readlink "/proc/$1/exe")" = "$2" ]; do kill -0 "$1" || fail "$2 does not run"; done; }

files/file call & served=$!
await $served "$TMPDIR/files/file"
# Each has its whole code in memory, and goes on.
ln -s "$TMPDIR/files/file" beside/file
beside/program call & linked=$!
await $linked "$TMPDIR/beside/program"
mkdir covered
cp program covered/program
covered/program call & covered=$!
await $covered "$TMPDIR/covered/program"
mount --bind files covered
trap 'kill $hang $(jobs -p) 2>/dev/null; umount -l "$TMPDIR/covered" "$TMPDIR/files"' EXIT
"$DTRACE" -qn 'syscall::getppid:entry /pid == $1/ { exit(0); }' $served
echo >&"$to"
read -r line <&"$said"
[ "$line" = silent ] || fail "$line"

for pid in $served $linked $covered; do
	bounded 20 -n 'syscall::getppid:entry /pid == $1 && n++ < 5/ { ustack(); @[ufunc(arg0), ustack()] = count(); }
	syscall::getppid:entry /pid == $1 && n >= 5/ { exit(0); }' $pid >"stacks.$pid" 2>"notices.$pid" ||
		fail "stacks: $(cat "notices.$pid")"
	bounded 20 -lvn 'pid$1:::entry' $pid >"list.$pid" 2>"skipped.$pid"
	bounded 20 -en 'pid$1:a.out::entry' $pid >/dev/null 2>"refused.$pid"
	bounded 20 -ln '*:file::' >/dev/null 2>&1
done
grep -q 'the symbols of .*/files/file were not read.*FUSE' "notices.$served" || fail "$(cat "notices.$served")"
grep -q 'libc.so.6' "list.$served" || fail "no other file of it: $(cat "skipped.$served")"
grep -q ' file  ' "list.$served" && fail 'its file was read'
grep -q 'skipped pid:file:.*FUSE' "skipped.$served" || fail "nothing was said: $(cat "skipped.$served")"
grep -q 'a.out is not read.*FUSE' "refused.$served" || fail "nothing was said: $(cat "refused.$served")"
grep -q 'program`' "stacks.$covered" || fail "$(cat "stacks.$covered")"
