# SPDX-License-Identifier: BSD-2-Clause
# Sourced by the cases: skips them where the kernel has no fbt, with dtrace's own reason.
"$DTRACE" -ln fbt::vfs_read:entry > /dev/null 2> "$TMPDIR/why" || {
	sed -n 's/^dtrace: //p' "$TMPDIR/why"
	exit 77
}
has_multi() { "$DTRACE" -lvvn fbt::vfs_read:entry | grep -q 'mechanism: kprobe_multi'; }
fail() { echo "$*"; exit 1; }
