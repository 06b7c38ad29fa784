# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run memory/reclaim.d -c "act touch:10" | squeeze | sed -E 's/^[0-9]+ waits/N waits/' | head -1
# output:
# N waits for memory
