# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
# Each connection has one segment with data, which is read at once.
run network/recvlat.d -c "act port:7797 tcp:1000*5" | awk '
	/ port / { mine = $0 == "act, port 7797 (microseconds)" }
	mine && $NF ~ /^[0-9]+$/ { n += $NF }
	END { print n + 0, "reads" }'
# output:
# 5 reads
