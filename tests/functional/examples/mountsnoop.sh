# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
mkdir place
cat > work << 'END'
#!/bin/bash
mount -i -t tmpfs none place; umount -i place
exit 0
END
chmod 755 work
# Runs in a separate mount namespace: no other process sees the mount.
run files/mountsnoop.d -c "unshare -m ./work" | squeeze | grep -E 'EXEC|/place$' | mask 2 | sed "s|$TMPDIR|TMPDIR|; s/ umount2 / umount /; s/ move_mount / mount /"
# output:
# EXEC - CALL ERRNO WHERE
# mount - mount 0 TMPDIR/place
# umount - umount 0 TMPDIR/place
