#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# A FIFO instead of a perf map delays nothing, even if it exists only now and then.
. "$SRCDIR/_common.sh"
tried() {
	bounded 10 -qn 'syscall::getppid:entry /pid == $1 && n++ < 3000/ { @[usym(arg0)] = count(); printf("%A\n", usym(arg0)); }
	syscall::getppid:entry /pid == $1 && n >= 3000/ { exit(0); }' "$pid" >addresses
	[ "$(grep -c '0x' addresses)" -ge 3000 ] || fail 'not 3000 addresses'
}
start point 10000
map=/tmp/perf-$pid.map
as_user mkfifo "$map"
tried
as_user cp /dev/null "$map.file"
"${as_user[@]}" ./program swap "$map" "$map.file" & swaps=$!
tried
kill $swaps
wait $swaps 2>/dev/null || true
rm -f "$map" "$map.file"
# output:
