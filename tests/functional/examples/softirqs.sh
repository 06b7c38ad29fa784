# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run cpu/softirqs.d -c "act port:7711 tcp:1000*5" | rows NET_RX | mask 2 3
# output:
# NET_RX - -
