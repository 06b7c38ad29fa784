#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
#
# dtrace -a claims the objects that dtrace -A has left and no others: since then the names may refer
# to other objects, or belong to another user. Runs in a separate mount namespace, away from the state of other
# dtrace commands.
if [ -z "$ANON_PRIVATE" ]; then
	exec env ANON_PRIVATE=1 unshare -m bash "$0"
fi
umount /sys/fs/bpf 2>/dev/null
mount -t bpf -o mode=700 bpf /sys/fs/bpf
state=/sys/fs/bpf/dtrace
try() { # the change to the state before it is claimed
	echo "== $*"
	"$DTRACE" -q -A -n 'syscall:'$CALLS':getppid:entry { @[pid] = count(); } tick-1s { exit(0); }' || exit 1
	(cd "$state" && eval "$*") || exit 1
	"$DTRACE" -q -a >"$TMPDIR/out" 2>&1
	echo "status $?"
	grep '^dtrace:' "$TMPDIR/out"
	"$DTRACE" -A >/dev/null 2>&1
}
try true
try 'mv map-0 x; mv map-1 map-0; mv x map-1'
try 'mv prog-0 x; mv prog-1 prog-0; mv x prog-1'
try 'mv link-0 x; mv map-2 link-0; mv x map-2'
try 'mv prog-0 map-0'
try 'rm link-0'
try 'chown 65534 map-3'
try 'chown 65534 link-0'
try 'chown 65534 state-0'
try 'chmod 666 prog-0'
# output:
# == true
# status 0
# == mv map-0 x; mv map-1 map-0; mv x map-1
# status 1
# dtrace: could not enable tracing: map 0 in /sys/fs/bpf/dtrace is not the one that was left there
# == mv prog-0 x; mv prog-1 prog-0; mv x prog-1
# status 1
# dtrace: could not enable tracing: prog 0 in /sys/fs/bpf/dtrace is not the one that was left there
# == mv link-0 x; mv map-2 link-0; mv x map-2
# status 1
# dtrace: could not enable tracing: map 2 in /sys/fs/bpf/dtrace is not the one that was left there
# == mv prog-0 map-0
# status 1
# dtrace: could not enable tracing: map 0 in /sys/fs/bpf/dtrace is not the one that was left there
# == rm link-0
# status 1
# dtrace: could not enable tracing: link 0 is missing in /sys/fs/bpf/dtrace
# == chown 65534 map-3
# status 1
# dtrace: could not enable tracing: /sys/fs/bpf/dtrace/map-3 belongs to user 65534, which dtrace does not trust
# == chown 65534 link-0
# status 1
# dtrace: could not enable tracing: /sys/fs/bpf/dtrace/link-0 belongs to user 65534, which dtrace does not trust
# == chown 65534 state-0
# status 1
# dtrace: /sys/fs/bpf/dtrace/state-0 belongs to user 65534, which dtrace does not trust
# == chmod 666 prog-0
# status 1
# dtrace: could not enable tracing: /sys/fs/bpf/dtrace/prog-0 can be changed by other users
