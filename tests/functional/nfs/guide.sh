# SPDX-License-Identifier: BSD-2-Clause
# timeout: 200
# The programs in the guide's chapters on NFS print lines for a client that reads, writes and opens a
# missing file.
. ./_server.sh
. ../common/_guide.sh
mkdir "$TMPDIR/mnt"
for version in 3 4; do
	mount=version$version
	cat > "$TMPDIR/work" <<-END
		#!/bin/bash
		${!mount} "$TMPDIR/mnt" || exit 1
		dd if=/dev/zero of="$TMPDIR/mnt/file" bs=1000 count=3 oflag=direct status=none
		dd if="$TMPDIR/mnt/file" of=/dev/null bs=4096 iflag=direct status=none
		cat "$TMPDIR/mnt/none" 2> /dev/null
		umount "$TMPDIR/mnt"
	END
	chmod +x "$TMPDIR/work"
	try_chapter nfsv$version "$TMPDIR/work"
done
# output:
# nfsv3: 2 programs
# nfsv4: 2 programs
