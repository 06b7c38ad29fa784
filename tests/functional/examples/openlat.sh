# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run io/openlat.d -c "act as:opener create:f open:f*20" | awk '$2 == "nanoseconds" { mine = $1 == "opener" } mine && $NF ~ /^[0-9]+$/ { sum += $NF } END { print sum, "opens" }'
