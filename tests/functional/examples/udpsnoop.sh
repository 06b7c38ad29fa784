# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run network/udpsnoop.d -c "twohosts udp:4 udp:6" | rows 790.
