# SPDX-License-Identifier: BSD-2-Clause
# timeout: 500
# Every 50th system call of a session fails, one in each run: an error or success, never a crash, a hang or a leak.
. "$SRCDIR/_failing.sh"
failing 50 1000 50
# output:
# fine
