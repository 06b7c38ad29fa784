# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run network/tcpconnect.d -c "twohosts tcp:4 refused:4 tcp:6 timeout:4" | rows 790. | mask 1 7
# output:
# - twohosts 10.77.0.1 7901 10.77.0.2 7801 - established
# - twohosts 10.77.0.1 7902 10.77.0.2 7802 - refused
# - twohosts fd77::1 7903 fd77::2 7803 - established
