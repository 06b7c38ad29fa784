# SPDX-License-Identifier: BSD-2-Clause
# timeout: 240
# Whenever the claiming command is killed, the rest of the state can either be claimed, or is reported
# as none and can be removed. Tracing that began with sizes lowered for lack of memory can be claimed as
# well. Runs in a separate mount namespace, away from the state of other dtrace commands.
if [ -z "$ANON_PRIVATE" ]; then
	exec env ANON_PRIVATE=1 unshare -m bash "$0"
fi
. "$SRCDIR/_common.sh"
umount /sys/fs/bpf 2>/dev/null
cp "$WORKLOADS/caller" killed # a name that no other case counts
state=/sys/fs/bpf/dtrace

leave() {
	"$DTRACE" "$@" -A -q -n 'syscall::getppid:entry /execname == "killed"/ { a[1]++; @["x"] = count(); }
		END { printf("%d\n", a[1]); printa("%s %@d\n", @); }' 2>/dev/null || exit 1
	./killed
}

echo "== killed after so many ms"
for ms in 1 5 10 15 20 25 30 35 40 50 60 80 100 150 200 300; do
	leave
	timeout -s KILL "0.$(printf %03d $ms)" "$DTRACE" -a >/dev/null 2>&1
	if "$DTRACE" -ae >claimed 2>errors; then
		grep -qx 1000 claimed && grep -qx 'x 1000' claimed || cat claimed
	else
		grep -q 'No anonymous tracing state' errors || cat errors
		"$DTRACE" -A 2>/dev/null || echo "it cannot be removed"
	fi
	[ ! -e "$state" ] || ls "$state"
done

echo "== killed after so many ms of beginning"
for ms in 1 4 8 12 16 20 24 28 32 36 40 50 60 80; do
	timeout -s KILL "0.$(printf %03d $ms)" "$DTRACE" -A -q -n 'syscall::getppid:entry { @ = count(); }' >/dev/null 2>&1
	if [ -e "$state" ]; then
		"$DTRACE" -ae >/dev/null 2>errors || { grep -q 'No anonymous tracing state' errors || cat errors; }
		"$DTRACE" -A >/dev/null 2>&1 || echo "it cannot be removed"
	fi
	[ ! -e "$state" ] || ls "$state"
done

echo "== killed while it gave up the names"
leave
rm "$state/state-0"
show "$DTRACE" -a
show "$DTRACE" -A -n BEGIN
show "$DTRACE" -A

echo "== lowered sizes"
(
	ulimit -v 250000
	leave -x bufsize=64m -x aggsize=512m -x dynvarsize=256m
)
show "$DTRACE" -ae
# output:
# == killed after so many ms
# == killed after so many ms of beginning
# == killed while it gave up the names
# $ dtrace -a
# 2> dtrace: could not enable tracing: No anonymous tracing state: a command that began or claimed it was killed; remove its remains in /sys/fs/bpf/dtrace with dtrace -A
# [1]
# $ dtrace -A -n BEGIN
# 2> dtrace: description 'BEGIN' matched 1 probe
# 2> dtrace: could not enable tracing: anonymous tracing state exists already in /sys/fs/bpf/dtrace: claim it with dtrace -a, or remove it with dtrace -A
# [1]
# $ dtrace -A
# 2> dtrace: cleaned up old anonymous enabling in /sys/fs/bpf/dtrace
# [0]
# == lowered sizes
# $ dtrace -ae
# 1000
# x 1000
#
# [0]
