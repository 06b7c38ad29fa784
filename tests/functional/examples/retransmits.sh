# SPDX-License-Identifier: BSD-2-Clause
. ./_run.sh
run network/retransmits.d -c "act port:7752 tcp:10" | squeeze | head -1
# output:
# FROM TO SEGMENTS
