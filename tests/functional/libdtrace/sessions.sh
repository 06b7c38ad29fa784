# SPDX-License-Identifier: BSD-2-Clause
# timeout: 300
# Eight threads have independent sessions: no data race, no leak, exact results.
. "$SRCDIR/_sessions.sh"
sessions 8 3
# output:
# all exact
