# SPDX-License-Identifier: BSD-2-Clause
# Many functions on a kernel that takes a kprobe for each: what that costs is said before.
. "$SRCDIR/_fbt.sh"
"$DTRACE" -n 'fbt::vfs_*:entry /pid == $target/ { @[probefunc] = count(); } END { printa("%s %@d\n", @); }' -qc "fallocate $TMPDIR/file 10" \
	> "$TMPDIR/out" 2> "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 1; }
grep '^vfs_fallocate ' "$TMPDIR/out"
said=$(grep -cE '^dtrace: [0-9]+ functions of the kernel: this one has no kprobe_multi .* takes about [0-9]+ seconds to remove' "$TMPDIR/err")
if has_multi; then wanted=0; else wanted=1; fi
[ "$said" = $wanted ] || { cat "$TMPDIR/err"; exit 1; }
# output:
# vfs_fallocate 11
