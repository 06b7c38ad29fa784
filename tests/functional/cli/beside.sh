# SPDX-License-Identifier: BSD-2-Clause
# lockstat and plockstat run the dtrace next to them, both in a build directory and where they are
# installed.
beside=$(dirname "$(command -v "$DTRACE")")
unset DTRACE
"$beside/lockstat" -E true 2>&1; echo $?
"$beside/plockstat" -C sleep 0 2>&1; echo $?
# output:
# lockstat: no events were recorded
# 0
#
# 0
