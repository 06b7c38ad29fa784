# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run network/udpsends.d -c "act port:7730 udp:64 udp:1400" | rows act
