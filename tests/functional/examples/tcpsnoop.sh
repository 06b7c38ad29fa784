# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run network/tcpsnoop.d -c "twohosts tcp:4" | grep -w 7901 | grep -v ' 0 ACK' | mask 1 2
