# SPDX-License-Identifier: BSD-2-Clause
# timeout: 240
# -A without a program removes the state; a refused -A leaves none behind. Runs in a separate mount
# namespace, away from the state of other dtrace commands.
if [ -z "$ANON_PRIVATE" ]; then
	exec env ANON_PRIVATE=1 unshare -m bash "$0"
fi
. "$SRCDIR/_common.sh"
umount /sys/fs/bpf 2>/dev/null
state=/sys/fs/bpf/dtrace

echo "== removed"
"$DTRACE" -A -n BEGIN 2>/dev/null
show "$DTRACE" -A
show "$DTRACE" -a

echo "== what cannot be"
show "$DTRACE" -A -c true -n BEGIN
show "$DTRACE" -A -o x -n BEGIN
show "$DTRACE" -A -l
"$DTRACE" -A -n 'pid$1::main:entry' $$ 2>&1 | sed "s/$$/N/"
ls "$state" 2>&1 | sed 's/.*: //'
"$DTRACE" -A -n 'BEGIN { chill(1); }'
show "$DTRACE" -a
# output:
# == removed
# $ dtrace -A
# 2> dtrace: cleaned up old anonymous enabling in /sys/fs/bpf/dtrace
# [0]
# $ dtrace -a
# 2> dtrace: could not enable tracing: No anonymous tracing state
# [1]
# == what cannot be
# $ dtrace -A -c true -n BEGIN
# 2> dtrace: description 'BEGIN' matched 1 probe
# 2> dtrace: could not enable tracing: anonymous tracing cannot trace processes: -c and -p cannot be used with -A
# [1]
# $ dtrace -A -o x -n BEGIN
# 2> dtrace: -A prints nothing: give -o to dtrace -a
# [1]
# $ dtrace -A -l
# 2> dtrace: only one of the [-AGhlV] options can be specified at a time
# [2]
# dtrace: description 'pid$1::main:entry' matched 1 probe
# dtrace: could not enable tracing: pidN:bash:main:entry is a probe of a process, which may end before anonymous tracing is claimed: trace it without -A
# No such file or directory
# $ dtrace -a
# 2> dtrace: could not enable tracing: No anonymous tracing state
# [1]
