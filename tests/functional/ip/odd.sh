# SPDX-License-Identifier: BSD-2-Clause
# timeout: 60
# Short packets, fragments, IPv4 between sockets of IPv6; in the order of the alphabet, as packets may wait for a thread.
"$WORKLOAD"
[ $? = 77 ] && { echo "no network of its own"; exit 77; }
"$DTRACE" -q -s _odd.d -c "$WORKLOAD" | grep . | LC_ALL=C sort
