# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run memory/oom.d -c "act touch:10" | squeeze | tail -1
# output:
# 0 victims
