# SPDX-License-Identifier: BSD-2-Clause
# A device-mapper device: its requests, and the resulting requests below, eight sectors further; and its last part,
# which fails every request.
. "$SRCDIR/_load.sh"
[ -e /sys/module/dm_mod ] || load dm_mod || { echo "this kernel has no device mapper"; exit 77; }
[ -e /dev/loop-control ] || load loop
truncate -s 1M "$TMPDIR/disk"
below=$(losetup -f --show "$TMPDIR/disk") || exit 1
name=dtrace-test-$$
trap 'dmsetup --noudevsync remove "$name"; losetup -d "$below"' EXIT
dmsetup --noudevsync --noudevrules create "$name" <<END || exit 1
0 1024 linear $below 8
1024 64 error
END
device=/dev/$(grep -lx "$name" /sys/block/dm-*/dm/name | cut -d/ -f4)
cat > "$TMPDIR/work" <<END
#!/bin/sh
dd if=/dev/zero of=$device oflag=direct bs=4096 count=2 seek=3 status=none
dd if=$device of=/dev/null iflag=direct bs=8192 count=1 skip=4 status=none
dd if=$device of=/dev/null iflag=direct bs=4096 count=1 skip=130 status=none 2> "$TMPDIR/err"
END
chmod +x "$TMPDIR/work"
"$DTRACE" -qn '
	io:::start, io:::done
	/(args[1]->dev_pathname == $$1 || args[1]->dev_pathname == $$2) && args[0]->b_bcount/
	{
		printf("%s %s %s %d+%d: error %d\n", args[1]->dev_pathname == $$1 ? "above" : "below", probename,
		    args[0]->b_flags & B_READ ? "R" : args[0]->b_flags & B_WRITE ? "W" : "-",
		    args[0]->b_blkno, args[0]->b_bcount, args[0]->b_error);
	}' -c "$TMPDIR/work" "$device" "$below"
# output:
# above start W 24+4096: error 0
# below start W 32+4096: error 0
# below done W 32+4096: error 0
# above done W 24+4096: error 0
# above start W 32+4096: error 0
# below start W 40+4096: error 0
# below done W 40+4096: error 0
# above done W 32+4096: error 0
# above start R 64+8192: error 0
# below start R 72+8192: error 0
# below done R 72+8192: error 0
# above done R 64+8192: error 0
# above start R 1040+4096: error 0
# above done R 1040+4096: error 5
#
