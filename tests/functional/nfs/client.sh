# SPDX-License-Identifier: BSD-2-Clause
# timeout: 200
# Reads and writes of an NFS client are firings of io: their flags, sizes, places, files and devices, and
# an error of the server.
. ./_server.sh
mkdir -p "$TMPDIR/mnt" "$EXPORT/client"
modprobe=$(cat /proc/sys/kernel/modprobe)
"$modprobe" -q nfs
cat > "$TMPDIR/work" <<END
#!/bin/bash
$version3 "$TMPDIR/mnt" || exit 1
cd "$TMPDIR/mnt/client"
dd if=/dev/zero of=direct bs=1000 count=3 oflag=direct status=none
dd if=direct of=/dev/null bs=4096 count=1 iflag=direct status=none
dd if=/dev/zero of=cached bs=8192 count=1 conv=fsync status=none
exec 5< direct
rm "$EXPORT/client/direct"
dd of=/dev/null bs=512 count=1 iflag=direct status=none <&5 2> /dev/null
exec 5<&-
cd /
umount "$TMPDIR/mnt"
$version4 "$TMPDIR/mnt" || exit 1
dd if="$TMPDIR/mnt/client/cached" of=/dev/null bs=8192 count=1 status=none
umount "$TMPDIR/mnt"
END
chmod +x "$TMPDIR/work"
"$DTRACE" -q -c "$TMPDIR/work" -n '
	inline string rw[int flags] = flags & B_READ ? "read" : flags & B_WRITE ? "write" : "neither";
	io:::start /args[2]->fi_fs == "nfs" || args[2]->fi_fs == "nfs4"/
	{
		begun[arg0] = 1;
		printf("%s %s %s %s %d at %d, %s\n", args[2]->fi_fs, rw[args[0]->b_flags], args[2]->fi_name,
		    strstr(args[2]->fi_pathname, "/client"), args[0]->b_bcount, args[0]->b_blkno,
		    args[1]->dev_statname == strjoin("nfs", lltostr(args[1]->dev_minor)) ? args[1]->dev_name : "?");
	}
	io:::done /begun[arg0]/
	{
		begun[arg0] = 0;
		printf("  %s %s error %d, flag %d, %d left, major %d\n", rw[args[0]->b_flags], args[2]->fi_name,
		    args[0]->b_error, (args[0]->b_flags & B_ERROR) != 0, args[0]->b_resid, args[1]->dev_major);
	}' 2>&1 | grep -v 'has exited'
# output:
# nfs write direct /client/direct 1000 at 0, nfs
#   write direct error 0, flag 0, 0 left, major 0
# nfs write direct /client/direct 1000 at 1, nfs
#   write direct error 0, flag 0, 0 left, major 0
# nfs write direct /client/direct 1000 at 3, nfs
#   write direct error 0, flag 0, 0 left, major 0
# nfs read direct /client/direct 4096 at 0, nfs
#   read direct error 0, flag 0, 1096 left, major 0
# nfs write cached /client/cached 8192 at 0, nfs
#   write cached error 0, flag 0, 0 left, major 0
# nfs read direct /client/direct 512 at 0, nfs
#   read direct error 116, flag 1, 512 left, major 0
# nfs4 read cached /client/cached 8192 at 0, nfs
#   read cached error 0, flag 0, 0 left, major 0
#
