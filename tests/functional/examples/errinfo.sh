# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run syscalls/errinfo.d -c "$WORKLOAD" | grep -E 'EXEC|chroot|fchdir' | sed 's/ *$//'
