# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
# A wait that is cut in two by another program on the CPU is still long.
run cpu/offcpu.d -c "act as:waiter sleep:50000*5" | awk 'NF == 1 { mine = $1 == "waiter" } mine && $NF ~ /^[0-9]+$/ && $1 >= 2048 { n += $NF } END { print (n >= 5 ? "five long waits" : n) }'
