# SPDX-License-Identifier: BSD-2-Clause
# needs: smbd
# timeout: 200
# The programs in the guide's chapter on the SMB client print lines for a client that writes and reads.
. ./_server.sh
. ../common/_guide.sh
mkdir "$TMPDIR/mnt"
cat > "$TMPDIR/work" <<END
#!/bin/bash
$mount_share "$TMPDIR/mnt" || exit 1
dd if=/dev/zero of="$TMPDIR/mnt/file" bs=1000 count=3 status=none
dd if="$TMPDIR/mnt/file" of=/dev/null bs=4096 status=none
umount "$TMPDIR/mnt"
END
chmod +x "$TMPDIR/work"
try_chapter smbclient "$TMPDIR/work"
# output:
# smbclient: 2 programs
