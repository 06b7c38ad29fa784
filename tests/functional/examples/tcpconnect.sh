# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run network/tcpconnect.d -c "twohosts tcp:4 refused:4 tcp:6 timeout:4" | rows 790. | mask 1 7
