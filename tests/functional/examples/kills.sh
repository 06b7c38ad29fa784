# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run process/kills.d -c "act as:sender signal:10 signal:12 terminate:4194305" | rows sender | mask 2 | sed 's/> [0-9]\{1,6\} /> PID /'
# output:
# sender - -> PID SIGUSR1 -
# sender - -> PID SIGUSR2 -
# sender - -> 4194305 SIGTERM ESRCH
