# SPDX-License-Identifier: BSD-2-Clause
# A kernel that hides its addresses: one sentence says how to change that, and no other address is traced instead.
. "$SRCDIR/_fbt.sh"
[ -n "${DT_GUEST-}" ] || { echo "kernel.kptr_restrict is changed in guests alone"; exit 77; }
before=$(cat /proc/sys/kernel/kptr_restrict)
trap 'echo $before > /proc/sys/kernel/kptr_restrict' EXIT
for hides in 2 1 0; do
	echo $hides > /proc/sys/kernel/kptr_restrict
	"$DTRACE" -qn 'fbt::vfs_fallocate:entry, fbt::vfs_fallocate:return /pid == $target/ { @[probename] = count(); } END { printa("%s %@d\n", @); }' \
		-c "fallocate $TMPDIR/file 10" > "$TMPDIR/out" 2> "$TMPDIR/err"
	echo "$hides: status $?"
	cat "$TMPDIR/err"
	grep -E '^(entry|return) ' "$TMPDIR/out" | sort
done
# output:
# 2: status 1
# dtrace: could not enable tracing: attach fbt:vmlinux:vfs_fallocate:entry: the kernel hides its addresses (kernel.kptr_restrict)
# 1: status 0
# entry 11
# return 11
# 0: status 0
# entry 11
# return 11
