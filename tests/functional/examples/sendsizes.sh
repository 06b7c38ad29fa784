# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run network/sendsizes.d -c "act port:7727 udp:100 udp:200 udp:300" | rows act
