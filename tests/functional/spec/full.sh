# SPDX-License-Identifier: BSD-2-Clause
#
# exit() and commit() take effect though there is no room for their records; other clauses are
# skipped, and all of them are counted.
"$DTRACE" -s _full.d 2>&1 | sed 's/CPU [0-9]*/CPU N/'
echo "status ${PIPESTATUS[0]}"
