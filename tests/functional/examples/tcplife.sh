# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run network/tcplife.d -c "act port:7724 tcp:10*3" | squeeze | grep -cE '^[0-9]+ 7724 [0-9]+ us$|^7724 [0-9]+ [0-9]+ us$' | sed 's/^[3-6]$/three and more ends/'
