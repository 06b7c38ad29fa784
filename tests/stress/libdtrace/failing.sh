# SPDX-License-Identifier: BSD-2-Clause
# timeout: 14400
# Each of the first 1,000 system calls of a session fails, one in each run.
. "$SRCDIR/../../functional/libdtrace/_failing.sh"
failing 1 1000 1
# output:
# fine
