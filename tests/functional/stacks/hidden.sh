#!/bin/bash
# SPDX-License-Identifier: BSD-2-Clause
# Names of files that their path does not lead to: deleted, replaced, in another mount namespace;
# and of stripped files whose symbols lie elsewhere.
show() { # program, how
	echo "$2"
	"$DTRACE" -q -p "$1" -n '
	syscall::getppid:entry /pid == $target/ { ustack(3); exit(0); }' | sed 's/+0x[0-9a-f]*$//'
	kill "$1"
	wait "$1" 2> /dev/null || true
}

cp "$WORKLOADS/stay" "$TMPDIR/program"
"$TMPDIR/program" & pid=$!
until [ "$(readlink /proc/$pid/exe)" = "$TMPDIR/program" ]; do :; done
rm "$TMPDIR/program"
show $pid deleted

cp "$WORKLOADS/stay" "$TMPDIR/program"
"$TMPDIR/program" & pid=$!
until [ "$(readlink /proc/$pid/exe)" = "$TMPDIR/program" ]; do :; done
cp /bin/true "$TMPDIR/other"
mv "$TMPDIR/other" "$TMPDIR/program"
show $pid replaced

mkdir "$TMPDIR/private"
unshare -m bash -c "mount -t tmpfs none '$TMPDIR/private' && cp '$WORKLOADS/stay' '$TMPDIR/private/program' &&
	exec '$TMPDIR/private/program'" & pid=$!
until [ "$(readlink /proc/$pid/exe)" = "$TMPDIR/private/program" ]; do kill -0 $pid || exit 1; done
show $pid 'in another namespace'

cp "$WORKLOADS/stay" "$TMPDIR/program"
objcopy --only-keep-debug "$TMPDIR/program" "$TMPDIR/symbols"
strip "$TMPDIR/program"
objcopy --add-gnu-debuglink="$TMPDIR/symbols" "$TMPDIR/program"
"$TMPDIR/program" & pid=$!
until [ "$(readlink /proc/$pid/exe)" = "$TMPDIR/program" ]; do :; done
show $pid stripped
# output:
# deleted
#
#               program`inner
#               program`outer
#               program`main
#
# replaced
#
#               program`inner
#               program`outer
#               program`main
#
# in another namespace
#
#               program`inner
#               program`outer
#               program`main
#
# stripped
#
#               program`inner
#               program`outer
#               program`main
#
