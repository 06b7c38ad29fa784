# SPDX-License-Identifier: BSD-2-Clause
# timeout: 7200
# 1,600 sessions in eight threads, with each sanitizer.
. "$SRCDIR/../../functional/libdtrace/_sessions.sh"
top=$(realpath ../../..)
SESSIONS="${DTRACE%/*} $top/build-san $top/build-tsan" sessions 8 200
# output:
# all exact
