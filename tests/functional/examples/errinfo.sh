# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run syscalls/errinfo.d -c "$WORKLOAD" | grep -E 'EXEC|chroot|fchdir' | sed 's/ *$//'
# output:
# EXEC             SYSCALL          ERRNO REASON                                  COUNT
# errinfo          chroot              20 ENOTDIR: not a directory                   10
# errinfo          fchdir               9 EBADF: not an open descriptor              20
# errinfo          chroot               2 ENOENT: no such file or directory          30
