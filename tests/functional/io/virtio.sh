# SPDX-License-Identifier: BSD-2-Clause
# Reads of a virtio disk, past the page cache.
. "$SRCDIR/_load.sh"
[ -d /sys/bus/virtio/drivers/virtio_blk ] || load virtio_blk
for disk in /sys/block/vd*; do
	[ -e "$disk" ] && break
	echo "there is no virtio disk"
	exit 77
done
disk=$(basename "$disk")
read="dd if=/dev/$disk of=/dev/null iflag=direct bs=4096 count=3 skip=5 status=none"
$read 2> "$TMPDIR/err" || { cat "$TMPDIR/err"; exit 77; }
"$DTRACE" -qn '
	io:::start
	/execname == "dd" && args[1]->dev_statname == $$1 && args[0]->b_blkno < 100/
	{
		printf("start %s %s %s %s %d+%d of %s\n", args[0]->b_flags & B_READ ? "R" : "-", args[1]->dev_name,
		    args[1]->dev_pathname == strjoin("/dev/", $$1) ? "its node" : args[1]->dev_pathname,
		    getmajor(args[0]->b_edev) == args[1]->dev_major ? "its number" : "-",
		    args[0]->b_blkno, args[0]->b_bcount, args[2]->fi_pathname);
		begun[args[0]->b_blkno] = 1;
	}

	io:::done
	/args[1]->dev_statname == $$1 && begun[args[0]->b_blkno]/
	{
		printf("done %d+%d: error %d\n", args[0]->b_blkno, args[0]->b_bcount, args[0]->b_error);
		begun[args[0]->b_blkno] = 0;
	}' -c "$read" "$disk"
# output:
# start R virtio_blk its node its number 40+4096 of <unknown>
# done 40+4096: error 0
# start R virtio_blk its node its number 48+4096 of <unknown>
# done 48+4096: error 0
# start R virtio_blk its node its number 56+4096 of <unknown>
# done 56+4096: error 0
#
