# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run syscalls/stacks.d getppid -c "act ppid*30" | squeeze | sed -E 's/\+0x[0-9a-f]+//; s/libc.*`/libc`/' | sed 's|^? ||' | grep -E '.getppid|act.main|^30'
