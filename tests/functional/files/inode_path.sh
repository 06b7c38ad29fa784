# SPDX-License-Identifier: BSD-2-Clause
# A path of an inode, and where its file system is mounted, by the oldest mount: a newer one, bound
# elsewhere, changes nothing.
cd "$TMPDIR"
mkdir dir bound
echo text > dir/file
unshare -m bash -c '
	mount --bind dir bound
	"$DTRACE" -q -c "grep -H e bound/file /proc/self/status" -n "
		syscall::read:entry
		/pid == \$target && getf(arg0) != NULL/
		{
			@[inode_path(getf(arg0)->f_inode), inode_mount(getf(arg0)->f_inode)] = count();
			@entry[stringof(inode_dentry(getf(arg0)->f_inode)->d_name.name)] = count();
		}
		END { printa(\"%s %s\n\", @); printa(\"entry %s\n\", @entry); }"' > out
proc=$(grep -c '^/proc/[0-9]*/status /proc$' out)
mount=$(stat -c %m "$TMPDIR")
grep -x 'entry file' out
echo "file $(grep -cxF "$TMPDIR/dir/file $mount" out), proc $proc"
[ "$proc" = 1 ] || cat out
# output:
# entry file
# file 1, proc 1
