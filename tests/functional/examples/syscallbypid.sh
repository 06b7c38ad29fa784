# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run syscalls/syscallbypid.d -c "act ppid*50 umask:7*3 yield*12" | rows act | grep -E 'getppid|umask|yield' | mask 1
