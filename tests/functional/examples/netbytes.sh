# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run network/netbytes.d -c "act port:7728 udp:1000*20" | rows lo | awk '{ print $1, ($2 >= 20 && $3 >= 20 * 1042 ? "20 datagrams" : $0) }'
