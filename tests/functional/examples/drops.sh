# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
# A segment for a port without a listener has this reason on every kernel.
run network/drops.d -c "act port:7729 refused*5" | squeeze |
	awk '/tcp_v4/ { n[$2] += $NF } END { for (why in n) print "dropped by TCP:", why, (n[why] >= 5 ? "as often as refused" : n[why]) }' |
	grep NO_SOCKET
# output:
# dropped by TCP: SKB_DROP_REASON_NO_SOCKET as often as refused
