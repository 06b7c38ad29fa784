# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run network/listeners.d -c "act as:host port:7751 tcp:1" | grep ^host | sed 's/\[[0-9]*\]//'
# output:
# host listens on port 7751, backlog 8
