#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# The second ^C ends dtrace while it waits for a file whose server does not answer, or for a reader of its
# output who does not read. Output printed before is complete.
. "$SRCDIR/_common.sh"
mkdir files
exec {said}< <(exec "$WORKLOADS/hang" "$TMPDIR/files")
hang=$!
read -r line <&"$said" || { echo 'there is no FUSE'; exit 77; }
trap 'umount -l "$TMPDIR/files"; kill $hang $(jobs -p) 2>/dev/null' EXIT

# Until it has ended: two that come before it gets a CPU are one.
interrupted() { # the failure message otherwise
	for ((i = 0; i < 100; i++)); do
		kill -INT $tracer 2>/dev/null || return 0
		sleep 0.1
	done
	kill -KILL $tracer
	fail "$1"
}

# Its debug file is the unreadable one.
strip program
echo > file
objcopy --add-gnu-debuglink=file program
mv program files.program
rm file
mkdir beside
mv files.program beside/program
ln -s "$TMPDIR/files/file" beside/file
beside/program call & victim=$!
exec {out}< <(exec "$DTRACE" -qn 'syscall::getppid:entry /pid == $1 && !n++/ { printf("before\n%A\n", usym(uregs[R_PC])); }' $victim 2>notices)
tracer=$!
# Another tracer may have requested the file before: both wait for the same answer.
until ls -l /proc/$tracer/fd | grep -q files/file && grep -Eq 'fuse|folio|filemap' /proc/$tracer/stack; do
	kill -0 $tracer || fail "$(cat notices)"
done
interrupted 'it has not ended after 10 seconds'
grep -q before <&"$out" || fail 'what was printed before is lost'
grep -qx 'dtrace: ended at once: unprinted output is lost' notices || fail "$(cat notices)"

# A reader that does not read.
exec {out}< <(exec "$DTRACE" -qn 'BEGIN { printf("ready\n"); } syscall::getppid:entry { printf("%500s\n", "x"); }')
tracer=$!
read -r line <&"$out"
until grep -q pipe_write /proc/$tracer/stack; do kill -0 $tracer; done
interrupted 'it still waits for its reader'
# output:
