# SPDX-License-Identifier: BSD-2-Clause
# timeout: 240
# -A without a program removes the state; what -A refuses leaves none behind. In a mount namespace of its
# own, where the state of nobody else is.
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
