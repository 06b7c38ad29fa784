# SPDX-License-Identifier: BSD-2-Clause
# Two of the four are addresses in the kernel, one is in the program, one the size in hexadecimal.
. ./_run.sh
needs_fbt
run kernel/kargs.d vfs_write -c "act create:x write:100 write:4096" | grep . | sed -E 's/\bffff[0-9a-f]{12}\b/KERNEL/g; s/\b[0-9a-f]{12}\b/PROGRAM/'
# output:
# vfs_write(KERNEL, PROGRAM, 64, KERNEL) = 100
# vfs_write(KERNEL, PROGRAM, 1000, KERNEL) = 4096
