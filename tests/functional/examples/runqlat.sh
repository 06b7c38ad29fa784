# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run cpu/runqlat.d -c "act as:queued sleep:200*10" | awk 'NF == 1 { mine = $1 == "queued" } mine && $NF ~ /^[0-9]+$/ { n += $NF } END { print (n >= 1 ? "waits" : n) }'
# output:
# waits
