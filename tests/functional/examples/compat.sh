# SPDX-License-Identifier: BSD-2-Clause
# needs: 32-bit
. ./_run.sh
run syscalls/compat.d -c act32.32 | rows act32.32 | grep -E 'getppid|umask'
