# SPDX-License-Identifier: BSD-2-Clause
# timeout: 200
# The programs in the guide's chapters on scsi and ata have something to say of disks that are read, one with an error.
. ./_disks.sh
. ../common/_guide.sh
cat > "$TMPDIR/work" <<END
#!/bin/sh
dd if=$ATA of=/dev/null bs=8192 count=4 iflag=direct status=none
dd if=$DISK of=/dev/null bs=512 count=1 skip=4660 iflag=direct status=none 2> /dev/null
exit 0
END
chmod +x "$TMPDIR/work"
try_chapter scsi "$TMPDIR/work"
try_chapter ata "$TMPDIR/work"
# output:
# scsi: 2 programs
# ata: 1 programs
