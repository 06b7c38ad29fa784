# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
sampled cpu/cpuwalk.d 10 "act cpu:0 as:walker forever" | awk 'NF == 2 { mine = $1 == "walker" } mine && $NF ~ /^[1-9]/ && /\|/ { print $1 }'
