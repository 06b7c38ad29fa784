# SPDX-License-Identifier: BSD-2-Clause
# The output of -lvv for a kernel function: types and names of its arguments, the type of its value.
. "$SRCDIR/_fbt.sh"
"$DTRACE" -lvvn 'fbt:vmlinux:vfs_read:' | grep -x '.*: struct file \*file\|.*: size_t count\|.*: loff_t \*pos\|.*: ssize_t'
# Without a provider it is the kernel's function if no system call has the name.
"$DTRACE" -ln vfs_read:entry | awk 'NR > 1 { print $2, $(NF - 1), $NF }'
"$DTRACE" -ln ::read:entry | awk 'NR > 1 { print $2, $(NF - 1), $NF }' | sort -u
# output:
# 	args[0]: struct file *file
# 	args[2]: size_t count
# 	args[3]: loff_t *pos
# 	args[1]: ssize_t
# fbt vfs_read entry
# syscall read entry
