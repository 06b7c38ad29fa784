# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run syscalls/procsystime.d -c "act ppid*50 umask:7*3" | grep -E 'getppid|umask' | mask 3 4
# output:
# umask 3 - -
# getppid 50 - -
