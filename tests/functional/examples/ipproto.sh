# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run network/ipproto.d -c "twohosts udp:4 udp:4 refused:4" | rows 10.77.0.1 | sort
# output:
# receive TCP 10.77.0.1 10.77.0.2 1 40
# receive TCP 10.77.0.2 10.77.0.1 1 20
# receive UDP 10.77.0.1 10.77.0.2 2 38
# receive UDP 10.77.0.2 10.77.0.1 2 24
# send TCP 10.77.0.1 10.77.0.2 1 40
# send TCP 10.77.0.2 10.77.0.1 1 20
# send UDP 10.77.0.1 10.77.0.2 2 38
# send UDP 10.77.0.2 10.77.0.1 2 24
