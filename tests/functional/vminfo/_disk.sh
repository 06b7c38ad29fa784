# SPDX-License-Identifier: BSD-2-Clause
# disk SIZE: a block device in memory, named $disk; skips the case if the kernel has none.
disk() {
	truncate -s "$1" "$TMPDIR/image"
	disk=$(losetup -f --show "$TMPDIR/image" 2>&1) || { echo "no loop devices: $disk"; exit 77; }
	trap 'losetup -d "$disk"' EXIT
}
