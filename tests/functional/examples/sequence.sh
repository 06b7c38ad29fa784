# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run syscalls/sequence.d -c "act ppid*20 umask:1 ppid*5" | squeeze | grep -E '^(getppid|umask)'
# output:
# umask then getppid 1
# getppid then getppid 23
