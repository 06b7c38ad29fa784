# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run io/throughput.d 1 -c "act file:/dev/zero read:1000000*10 write:1000000*10 forever" |
	awk 'NR == 2 { print ($5 >= 10000000 ? "read" : $5), ($6 >= 10000000 ? "written" : $6) }'
