# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run user/jstacks.d -c "act ppid*7" | squeeze | sed 's/+0x[0-9a-f]*//' | sed 's|^? ||' | grep -E 'act.main|^7'
