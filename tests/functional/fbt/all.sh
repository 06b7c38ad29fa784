# SPDX-License-Identifier: BSD-2-Clause
# All functions of the kernel at once: a quiet one is counted to the last, and the machine is healthy afterwards.
. "$SRCDIR/_fbt.sh"
has_multi || { echo "a kprobe for each of all functions would take minutes"; exit 77; }
dmesg > "$TMPDIR/before"
"$DTRACE" -qn 'fbt:::entry /pid == $target/ { @[probefunc] = count(); } END { printa("%s %@d\n", @); }' \
	-c "fallocate $TMPDIR/file 1000" > "$TMPDIR/out" 2> "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
grep '^vfs_fallocate ' "$TMPDIR/out"
[ "$(grep -cE '^[A-Za-z_]\S+ [0-9]+$' "$TMPDIR/out")" -gt 100 ] && echo "more than a hundred functions"
dmesg | tail -n +"$(($(wc -l < "$TMPDIR/before") + 1))" | grep -iE '\b(warn|bug|stall|lockup|call trace)'
exit 0
# output:
# vfs_fallocate 1001
# more than a hundred functions
