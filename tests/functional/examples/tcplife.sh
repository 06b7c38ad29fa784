# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
# Both ends of two connections, and one that was refused; of each the ports at the end.
run network/tcplife.d -c "twohosts tcp:4 tcp:6 refused:4" | rows 790. | mask 5
