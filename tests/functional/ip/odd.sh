# SPDX-License-Identifier: BSD-2-Clause
# Short packets, fragments, IPv4 between sockets of IPv6; in the order of the alphabet, as packets may wait for a thread.
"$WORKLOAD"
[ $? = 77 ] && { echo "no network of its own"; exit 77; }
"$DTRACE" -q -s _odd.d -c "$WORKLOAD" | grep . | LC_ALL=C sort
# output:
#   accept-established 127.77.0.1 127.0.0.1, 1
#   connect-established 127.0.0.1 127.77.0.1, 1
#   receive to port 7001: 18
#   receive to port 7002: 4008
#   receive to port 7003: 4008
#   send to port 7001: 18
#   send to port 7002: 4008
#   send to port 7003: 4008
# 1
# 1
# receive 44 1120
# receive 44 1456
# receive 44 1456
# receive TCP 0 of 127.77.0.1
# receive TCP 19 of 127.77.0.1
# receive TCP 8 of 127.77.0.1
# receive UDP 0
# receive UDP 1048
# receive UDP 1480
# receive UDP 1480
# receive UDP 18
# receive UDP 7
# send 44 1120
# send 44 1456
# send 44 1456
# send TCP 0 of 127.77.0.1
# send TCP 19 of 127.77.0.1
# send TCP 8 of 127.77.0.1
# send UDP 0
# send UDP 1048
# send UDP 1480
# send UDP 1480
# send UDP 18
# send UDP 7
