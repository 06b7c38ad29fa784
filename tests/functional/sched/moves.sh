# SPDX-License-Identifier: BSD-2-Clause
# Threads that wait are moved from one CPU's queue to another's.
"$WORKLOAD" || exit
"$DTRACE" -q -s _moves.d -c "$WORKLOAD"
# output:
# 0 left another queue, none entered twice; moved
#
