# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run network/sockets.d -c "act port:7726 tcp:10 udp:10*2 unix:/nowhere*5" | rows act
