# SPDX-License-Identifier: BSD-2-Clause
# The caller's name depends on the kernel; that it is the kernel's own function, and how often it called, does not.
. ./_run.sh
needs_fbt
run kernel/kcallers.d vfs_mkdir -c "act mkdir:1 mkdir:2 mkdir:3" | squeeze | sed 's/vmlinux`[a-z_]*mkdirat[a-z_.0-9]* /vmlinux`MKDIRAT /'
# output:
# vfs_mkdir vmlinux`MKDIRAT 3
