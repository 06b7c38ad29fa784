# SPDX-License-Identifier: BSD-2-Clause
# bufinfo_t and devinfo_t of writes to a block device, as the bio and the request say.
device=$(stat -c %Hd:%Ld "$TMPDIR")
name=$(basename "$(readlink -f "/sys/dev/block/$device" 2>/dev/null)")
[ -e "/sys/dev/block/$device" ] || { echo "TMPDIR does not lie on a block device"; exit 77; }
dd if=/dev/zero of="$TMPDIR/file" bs=64k count=1 oflag=direct 2>/dev/null ||
	{ echo "the file system of TMPDIR writes nothing directly"; exit 77; }
"$DTRACE" -q -o "$TMPDIR/got" -n '
sdt:::block_bio_queue
/pid == $target && xlate<bufinfo_t *>(args[0])->b_flags & B_WRITE/
{
	@bytes["bio"] = sum(xlate<bufinfo_t *>(args[0])->b_bcount);
	@devices["bio", xlate<devinfo_t *>(args[0])->dev_major, xlate<devinfo_t *>(args[0])->dev_minor,
	    xlate<devinfo_t *>(args[0])->dev_statname, xlate<devinfo_t *>(args[0])->dev_pathname] = count();
	this->edev = xlate<bufinfo_t *>(args[0])->b_edev;
	@devices["edev", getmajor(this->edev), getminor(this->edev),
	    xlate<devinfo_t *>(args[0]->bi_bdev)->dev_statname,
	    xlate<devinfo_t *>(args[0]->bi_bdev)->dev_pathname] = count();
}

/* A disk without a scheduler issues in the context of the writer. */
sdt:::block_rq_issue
/xlate<bufinfo_t *>(args[0])->b_flags & B_WRITE && args[0]->bio != NULL && pid == $target/
{
	@different = sum(xlate<bufinfo_t *>(args[0])->b_edev != xlate<bufinfo_t *>(args[0]->bio)->b_edev
	    || xlate<devinfo_t *>(args[0])->dev_statname != xlate<devinfo_t *>(args[0]->bio)->dev_statname
	    || xlate<bufinfo_t *>(args[0])->b_blkno != xlate<bufinfo_t *>(args[0]->bio)->b_blkno
	    || xlate<bufinfo_t *>(args[0])->b_error || xlate<bufinfo_t *>(args[0]->bio)->b_error);
}

END
{
	printa("%s %@d\n", @bytes);
	printa("%s %d:%d %s %s\n", @devices);
	printa("different: %@d\n", @different);
}' -c "dd if=/dev/zero of=$TMPDIR/file bs=64k count=16 oflag=direct conv=notrunc" 2> /dev/null
sed "s/ $device $name \/dev\/$name\$/ the device/; /^$/d; /different: 0/d" "$TMPDIR/got"
# output:
# bio 1048576
# bio the device
# edev the device
