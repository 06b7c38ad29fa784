# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run network/tcpstates.d -c "act port:7723 tcp:10" | grep -w 7723 | grep -v 'LISTEN *SYN_RECV' | sed -E 's/[0-9]{5}/N/g' | squeeze | sort
