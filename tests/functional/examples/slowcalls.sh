# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run user/slowcalls.d burn 100000000 -c "act spin:1" | squeeze | wc -l
run user/slowcalls.d burn 1 -c "act spin:5" | squeeze | head -1 | sed 's/[0-9]* us/N us/'
# output:
# 0
# burn(10000) took N us
