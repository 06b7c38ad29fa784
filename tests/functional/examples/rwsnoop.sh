# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run io/rwsnoop.d -c "act file:/dev/zero write:100 read:2000 readv:64 pread:0 close read:1" |
	rows act EXEC | grep -E ' (3|-1) [0-9]+ [0-9]+$|EXEC' | mask 1 | tail -5
# output:
# - act W 3 100 0
# - act R 3 2000 0
# - act R 3 64 0
# - act R 3 512 0
# - act R -1 0 9
