# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
# Both ends of two connections and of a refused one, with the ports, at their end.
run network/tcplife.d -c "twohosts tcp:4 tcp:6 refused:4" | rows 790. | mask 5
# output:
# 10.77.0.1 7901 10.77.0.2 7801 -
# 10.77.0.2 7801 10.77.0.1 7901 -
# fd77::1 7902 fd77::2 7802 -
# fd77::2 7802 fd77::1 7902 -
# 10.77.0.1 7903 10.77.0.2 7803 -
