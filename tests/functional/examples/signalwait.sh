# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run process/signalwait.d -c "act as:listener signal:10*4 signal:12" | rows listener | mask 4
# output:
# listener SIGUSR2 1 -
# listener SIGUSR1 4 -
