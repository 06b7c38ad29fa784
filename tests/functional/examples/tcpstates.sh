# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run network/tcpstates.d -c "act port:7723 tcp:10" | grep -w 7723 | grep -v 'LISTEN *SYN_RECV' | sed -E 's/[0-9]{5}/N/g' | squeeze | sort
# output:
# 0 -> 7723 CLOSE SYN_SENT
# 0 -> 7723 FIN_WAIT2 CLOSE
# 7723 -> 0 CLOSE LISTEN
# 7723 -> 0 LISTEN CLOSE
# 7723 -> N CLOSE_WAIT LAST_ACK
# 7723 -> N ESTABLISHED CLOSE_WAIT
# 7723 -> N SYN_RECV ESTABLISHED
# N -> 7723 ESTABLISHED FIN_WAIT1
# N -> 7723 FIN_WAIT1 FIN_WAIT2
# N -> 7723 SYN_SENT ESTABLISHED
