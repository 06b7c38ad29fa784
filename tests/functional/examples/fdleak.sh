# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run files/fdleak.d -c "act create:kept" | squeeze | tail -1
run files/fdleak.d -c "act create:kept close open:kept*5" | squeeze | tail -1
# output:
# still open 1
# still open 0
