# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run user/crossing.d reap -c "act fork*4" | squeeze
# output:
# wait4 4
