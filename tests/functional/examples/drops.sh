# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run network/drops.d -c "act port:7729 refused*5" | squeeze | awk '/tcp_v4/ { n += $NF } END { print (n >= 5 ? "refused packets dropped by TCP" : n) }'
