# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run network/ipproto.d -c "twohosts udp:4 udp:4 refused:4" | rows 10.77.0.1 | sort
