# SPDX-License-Identifier: BSD-2-Clause
# The table of kernels in the guide says what this kernel serves.
[ -n "${DT_GUEST:-}" ] || { echo "the table is of the guests' kernels"; exit 77; }
"$SRCDIR/../../../tools/kernel-table"
# output:
