# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
# In whichever seconds.
run io/throughput.d -c "act file:/dev/zero read:1000000*10 write:1000000*10 sleep:900000*3" |
	awk 'NR > 1 { r += $5; w += $6 } END { print (r >= 10000000 ? "read" : r), (w >= 10000000 ? "written" : w) }'
