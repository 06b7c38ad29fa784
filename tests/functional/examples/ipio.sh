# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run network/ipio.d -c "twohosts udp:4" | rows 10.77.0.1 | mask 1
