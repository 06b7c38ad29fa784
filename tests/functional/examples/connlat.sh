# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run network/connlat.d -c "act as:dialer port:7722 refused*3 tcp:10*2" | awk '/microseconds/ { mine = $1 == "dialer,"; kind = $2 } mine && $NF ~ /^[0-9]+$/ { n[kind] += $NF } END { print n["connected"], "connected,", n["failed"], "failed" }'
