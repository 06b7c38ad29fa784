# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run network/accepts.d -c "act as:server port:7725 tcp:10*4" | rows server
