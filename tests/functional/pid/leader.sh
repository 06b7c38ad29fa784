#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# A process whose first thread has ended lives on in another, and is probed there.
mkfifo "$TMPDIR/input" && exec {input}<>"$TMPDIR/input"
"$WORKLOAD" <"$TMPDIR/input" & pid=$!
trap 'kill "$pid" $other' EXIT
until grep -q '^State:.*Z' "/proc/$pid/status"; do kill -0 "$pid" || exit 1; done

for probe in 'pid$target:leader:work:entry' 'pid$target:leader:work:return' 'pid$target:leader:work:0'; do
	"$DTRACE" -q -p "$pid" -n "$probe"' { @[probefunc, ustack(1)] = count(); n++; }
		tick-10ms /n >= 10/ { exit(0); }' >"$TMPDIR/out" 2>&1 || { cat "$TMPDIR/out"; exit 1; }
	grep -q work "$TMPDIR/out" || { cat "$TMPDIR/out"; exit 1; }
done
# The entries are those of this process alone.
"$WORKLOAD" <"$TMPDIR/input" & other=$!
"$DTRACE" -qn 'pid$1::work:entry { @[pid] = count(); n++; } tick-10ms /n >= 10/ { exit(0); }' "$pid" | awk 'NF { print $1 }' >"$TMPDIR/out"
[ "$(cat "$TMPDIR/out")" = "$pid" ] || { cat "$TMPDIR/out"; exit 1; }
# Stacks of other probes have names, once dtrace knows the process.
"$DTRACE" -qn 'syscall::*poll:entry /pid == $1/ { @[ustack()] = count(); n++; } tick-1s /n >= 10 && ++seconds > 3/ { exit(0); }' "$pid" >"$TMPDIR/out"
grep -q 'leader`go_on' "$TMPDIR/out" || { cat "$TMPDIR/out"; exit 1; }
# output:
