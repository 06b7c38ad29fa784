# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
sampled cpu/pridist.d 10 "act nice:10 as:polite forever" | awk 'NF == 1 { mine = $1 == "polite" } mine && $NF ~ /^[1-9]/ && /\|/ { print $1 }'
