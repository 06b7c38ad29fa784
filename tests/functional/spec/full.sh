# SPDX-License-Identifier: BSD-2-Clause
#
# exit() and commit() take effect even without room for their records; other clauses are skipped,
# and all of them are counted.
"$DTRACE" -s _full.d 2>&1 | sed 's/CPU [0-9]*/CPU N/'
echo "status ${PIPESTATUS[0]}"
# output:
# full
# committed
# end 2
#
# dtrace: 3 drops on CPU N: -b 16m enlarges the buffer, -x switchrate=10ms empties it more often, an aggregation needs none
# status 3
