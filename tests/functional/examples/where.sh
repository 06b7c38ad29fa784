# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run user/where.d getppid -c "act ppid*5" | squeeze | sed -E 's/`[a-z_]+//; s/\+0x[0-9a-f]+/+N/'
