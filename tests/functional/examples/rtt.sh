# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
# Each connection receives at least the data; what the kernel says of the time is less than a second.
run network/rtt.d -c "act port:7791 tcp:1000*5" | awk '
	/^port/ { mine = $2 == 7791; server += $2 != 7791 }
	mine && $NF ~ /^[0-9]+$/ && $NF > 0 { n += $NF; if ($1 >= 1048576) late++ }
	END { print (n >= 5 ? "5 and more" : n + 0), "from the peer,", late + 0, "late" }'
# output:
# 5 and more from the peer, 0 late
