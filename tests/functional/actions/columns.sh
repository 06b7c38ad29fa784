# SPDX-License-Identifier: BSD-2-Clause
#
# Widths and precisions: 0 is no precision, nothing is capped, `*` takes keys in printa().
export TZ=UTC
"$DTRACE" -q -s "$SRCDIR/_columns.d"
"$DTRACE" -qn 'BEGIN { printf("%70000d\n", 1); printf("%*d\n", 80000, 1); exit(0); }' | awk '{ print length($0) }'
"$DTRACE" -qn 'BEGIN { printf("%99999999999d\n", 1); }' 2>&1 | head -1
