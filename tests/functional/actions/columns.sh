# SPDX-License-Identifier: BSD-2-Clause
#
# Widths and precisions: 0 means no precision, nothing is truncated, `*` takes keys in printa().
export TZ=UTC
"$DTRACE" -q -s "$SRCDIR/_columns.d"
"$DTRACE" -qn 'BEGIN { printf("%70000d\n", 1); printf("%*d\n", 80000, 1); exit(0); }' | awk '{ print length($0) }'
"$DTRACE" -qn 'BEGIN { printf("%99999999999d\n", 1); }' 2>&1 | head -1
# output:
# [hello] [he] [0] [hello]
# [b] [42  ] 123787200000000000
# [a] [  42] 1700000000000000000
# [b] [42]
# [a] [0042]
# b -4 42 1973 Dec  3 17:20:00
# a 4 42 2023 Nov 14 22:13:20
# b -4 42 Mon, 03 Dec 1973 17:20:00 UTC
# a 4 42 Tue, 14 Nov 2023 22:13:20 UTC
#
# 70000
# 80000
# 0
# dtrace: invalid probe specifier BEGIN { printf("%99999999999d\n", 1); }: in action list: printf( ) format string: %99999999999d has a number that is too large
