# SPDX-License-Identifier: BSD-2-Clause
# needs: x86-64
# Who waits for a condition a tenth of a second does not hold the lock meanwhile.
. ./_run.sh
run user/locks.d -c "$WORKLOAD" | squeeze | awk '/locks`/ { print $1, $4, $5, ($2 < 50000000 ? "short" : "long: " $2), ($3 <= $2 ? "sound" : "unsound") }'
# output:
# 2 locks`other_lock locks`wait_in_vain short sound
# 20 locks`table_lock locks`look_up short sound
# 100 locks`table_lock locks`update short sound
