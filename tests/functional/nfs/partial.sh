# SPDX-License-Identifier: BSD-2-Clause
# timeout: 200
# Answers of an NFS server that are shorter than the request: io:::done fires once, with the size and
# place of the whole. The server sends and takes at most 4 KB after a restart; the client has mounted it before.
. ./_server.sh
mkdir "$TMPDIR/mnt" "$EXPORT/partial"
"$(cat /proc/sys/kernel/modprobe)" -q nfs
restart() { # MAXIMUM: the server, with that many bytes in a read or write
	rpc.nfsd 0 9>&-
	echo "$1" > /proc/fs/nfsd/max_block_size
	rpc.nfsd -V 3 -G 10 -L 10 1 9>&-
	echo Y 2> /dev/null > /proc/fs/nfsd/v4_end_grace || true # the file is not on all kernels
}
whole=$(cat /proc/fs/nfsd/max_block_size)
$version3 "$TMPDIR/mnt" || exit 1
restart 4096
cat > "$TMPDIR/work" <<END
#!/bin/bash
dd if=/dev/zero of="$TMPDIR/mnt/partial/data" bs=6000 count=1 oflag=direct status=none
dd if="$TMPDIR/mnt/partial/data" of=/dev/null bs=6000 count=1 iflag=direct status=none
dd if="$TMPDIR/mnt/partial/data" of=/dev/null bs=8000 count=1 iflag=direct status=none
END
chmod +x "$TMPDIR/work"
"$DTRACE" -q -c "$TMPDIR/work" -n '
	io:::start /args[1]->dev_name == "nfs"/
	{
		begun[arg0] = 1;
		printf("%s %d at %d\n", args[0]->b_flags & B_READ ? "read" : "write", args[0]->b_bcount, args[0]->b_blkno);
	}
	io:::done /begun[arg0]/
	{
		begun[arg0] = 0;
		printf("  %d at %d, %d left, error %d\n", args[0]->b_bcount, args[0]->b_blkno, args[0]->b_resid,
		    args[0]->b_error);
	}' 2>&1 | grep -v 'has exited'
umount "$TMPDIR/mnt"
restart "$whole"
# output:
# write 6000 at 0
#   6000 at 0, 0 left, error 0
# read 6000 at 0
#   6000 at 0, 0 left, error 0
# read 8000 at 0
#   8000 at 0, 2000 left, error 0
#
